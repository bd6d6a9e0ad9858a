"""Locks between processes: the workers of a test run share the user's cache and the built pages."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_held: set[Path] = set()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Create the folder and lock it against other processes; the lock of a killed process is released.

    A process may lock a folder again within the context; its threads are not kept apart.
    """
    if folder in _held:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _held.add(folder)
        try:
            yield
        finally:
            _held.remove(folder)
