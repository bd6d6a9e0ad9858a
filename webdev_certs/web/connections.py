"""How the product's own server, Granian, treats connections."""

import contextlib
import socket
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

HEADER_SECONDS = 15
"""How long a connection may take to send the headers of a request, its first or its next one.

Longer than a proxy keeps an idle connection (docs/operations.md), so that no proxy uses a closed one.
"""
_OTHER_FILES = 1000
"""How many files and sockets are opened in addition to those of callers."""
_BACKLOG = 4096
"""How many connections the system keeps waiting; Linux cuts it to `net.core.somaxconn`."""


def server_options(max_connections: int, *, header_seconds: float = HEADER_SECONDS) -> dict[str, Any]:
    """Return Granian's options for its connections.

    HTTP/2, which proxies do not use here, is off: with it, Granian waits without a limit for the first bytes
    of a connection. There is no option for slow bodies: `server.api.middleware` limits those of the API.

    Args:
        max_connections: The most connections at once; further ones wait until one is closed.
        header_seconds: As `HEADER_SECONDS`.
    """
    return {
        "backlog": _BACKLOG,
        "backpressure": max_connections,
        "http": HTTPModes.http1,
        "http1_settings": HTTP1Settings(header_read_timeout=int(header_seconds * 1000)),
    }


class PortInUse(Exception):
    """Another process listens on the port."""


def serve(target: str, host: str, port: int, *, max_connections: int, workers: int = 1) -> None:
    """Serve an app until the process is stopped.

    Several workers share the port, and each has tabs of its own. One that ends is replaced, unless it ends
    within five seconds of its start: then all end, so that whatever has started them finds out.

    Args:
        target: Where the app's factory is, as `module:name`.
        host: The IP address to listen on.
        port: The port.
        max_connections: As for `server_options`, of each worker.
        workers: How many processes serve.

    Raises:
        PortInUse: Another process listens on the port.
    """
    _check_port(host, port)
    allow_files(max_connections + _OTHER_FILES)
    Granian(
        target,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=workers,
        # A single one ends with this process, which its process manager then starts again.
        respawn_failed_workers=workers > 1,
        log_level=LogLevels.error,
        **server_options(max_connections),
    ).serve()


def _check_port(host: str, port: int) -> None:
    """Refuse a port that is in use: Granian would share it (SO_REUSEPORT), and calls reach either process."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As servers do: connections that have just ended do not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortInUse(f"Port {port} of {host} cannot be used: {error.strerror}") from error


def allow_files(number: int) -> None:
    """Let this process open `number` files and sockets, or as many as the system permits."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
