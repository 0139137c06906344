"""The socket that the site is served on."""

from __future__ import annotations

import socket

from ..errors import SettingError


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket; an address that cannot be used is an error in one line."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, number)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(256)
    except (OSError, UnicodeError) as error:
        raise SettingError(
            f"{host} port {port}: cannot be served: {getattr(error, 'strerror', None) or error}"
        ) from None
    return listener
