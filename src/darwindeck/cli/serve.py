"""darwindeck serve: the web table."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_urlsafe

import click

SILENT = 120.0  # seconds after which a browser that does not answer has gone; a busy machine may need many
MISSING = "the web table needs more packages: pip install 'darwindeck[web]'"


@click.command()
@click.option(
    "--runs", type=click.Path(file_okay=False, path_type=Path), help="Where runs lie, and begin.  [experiments]"
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Which address to serve; others need a token.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Where tables and opinions are kept.  [RUNS/web]")  # fmt: skip
def command(runs: Path | None, port: int, host: str, data: Path | None) -> None:
    """Serve the web table: games to read, play, watch, change and rate in a browser.

    By default only this machine is served. With another --host a token is made and printed; whoever has the printed
    address can use the site. Games in play, games made and opinions are kept in --data, and outlive the server.

    \b
    Examples:
      darwindeck serve
      darwindeck serve --runs experiments --port 8080
      darwindeck serve --host 0.0.0.0
    """
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise click.ClickException(MISSING) from None
    from ..web.app import make_app
    from ..web.guard import is_loopback
    from ..web.room.store import Store
    from ..web.serving import open_socket

    folder = runs or Path(os.environ.get("DARWINDECK_OUTPUT") or "experiments")
    token = None if is_loopback(host) else token_urlsafe(16)
    listener = open_socket(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/" + (f"?token={token}" if token else "")
    store = Store(data or folder / "web")
    click.echo(f"DarwinDeck serves {address} (Ctrl-C ends it)")
    # No access log: addresses of seats and tokens are secrets.
    settings = uvicorn.Config(make_app(folder, store, token), log_level="warning", access_log=False, ws_max_size=16_384, ws_ping_timeout=SILENT, lifespan="on")  # fmt: skip
    try:
        uvicorn.Server(settings).run(sockets=[listener])
    finally:
        store.close()
