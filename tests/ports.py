"""Free ports of 127.0.0.1 for servers that tests start."""

import os
import random
import socket
from itertools import cycle

WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
# Below the range from which the system assigns ports, so that it cannot assign one of these before the test's
# server listens. Each worker of a run has its own ports. `SystemRandom`, because tests may seed `random`.
_PORTS = range(10_000 + WORKER, 32_768, _WORKERS)
_shuffled = cycle(random.SystemRandom().sample(_PORTS, len(_PORTS)))


def free_port() -> int:
    """Return a port that nothing listens on and that no other test of this run gets."""
    return next(filter(is_free, _shuffled))


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Return whether a server can listen on a port of this machine's IP address."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
