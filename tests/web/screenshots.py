"""Pictures of the web table, to be looked at: `python -m tests.web.screenshots FOLDER [--runs DIR]`.

The picture of the README is one of them: `--readme` writes it anew.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

from .browsing import Server, open_browser, watch_faults

ROOT = Path(__file__).parents[2]
PAGES = {
    "gallery": "/", "game": "/game/known/hearts", "pairs": "/pairs", "runs": "/runs", "replay": "/replay/known/whist",
    "variant": "/variant/known/scopa", "chess": "/chess",
}  # fmt: skip
GAMES = ("hearts", "draw-poker", "gin-rummy", "scopa", "crazy-eights", "go-fish", "cheat", "goofspiel", "durak")
SIZES = {"": (1280, 800), "-phone": (390, 844)}
# Confirms what is picked as soon as it is a choice; else chooses the first thing that can be chosen, if the game goes on.
CHOOSE = """() => (document.querySelector('.confirm:enabled')
  || document.querySelector('.felt-table .legal:not(.picked), button.action:not(.confirm)'))?.click()"""


def play_a_little(page: Any, game: str, moves: int) -> None:
    """Sits down and makes some moves, the first that can be made."""
    page.goto(f"/game/known/{game}")
    page.evaluate("localStorage.setItem('animation', 'off')")
    page.click("form.begin button.primary")
    for _ in range(moves):
        page.wait_for_selector(".felt-table .legal, .actions button")
        page.evaluate(CHOOSE)
    page.wait_for_selector(".felt-table .legal, .actions button")
    page.wait_for_timeout(300)


def write_small(picture: Path, target: Path) -> None:
    """The picture in few colours, so that a page with it stays small."""
    from PIL import Image

    Image.open(picture).convert("RGB").quantize(96).save(target, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=Path, default=Path("experiments"))
    parser.add_argument("--readme", action="store_true", help="write docs/web-table.png anew")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(options.runs, Path(data))
        for end, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                context = browser.new_context(
                    base_url=server.address, viewport={"width": width, "height": height}, color_scheme=theme
                )
                page = context.new_page()
                faults = watch_faults(page)
                for name, address in PAGES.items():
                    page.goto(address)
                    page.wait_for_timeout(700)
                    page.screenshot(path=options.folder / f"{name}{end}-{theme}.png")
                    print(f"{name}{end}-{theme}", *faults, flush=True)
                for game in GAMES if theme == "light" else GAMES[:1]:
                    play_a_little(page, game, 7)
                    page.screenshot(path=options.folder / f"play-{game}{end}-{theme}.png")
                    if options.readme and (game, end) == ("hearts", "") and theme == "light":
                        write_small(options.folder / "play-hearts-light.png", ROOT / "docs" / "web-table.png")
                context.close()
        server.stop()


if __name__ == "__main__":
    main()
