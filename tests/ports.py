"""Free ports of 127.0.0.1 for servers that tests start."""

import os
import random
import socket
from itertools import cycle

_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_WORKERS = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
# Below those that the system gives away by itself, to another server or to a connection, before ours listens;
# and each worker of a run has its own. By the system's chance, which no test's seed sets back.
_PORTS = range(10_000 + _WORKER, 32_768, _WORKERS)
_shuffled = cycle(random.SystemRandom().sample(_PORTS, len(_PORTS)))


def free_port() -> int:
    """A port that nobody listens on, and that no other test of this run is given."""
    return next(filter(is_free, _shuffled))


def is_free(port: int) -> bool:
    """Whether nobody listens on a port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
