"""What a process does with memory that it no longer uses."""

import asyncio
import ctypes
import os
from contextlib import suppress
from pathlib import Path

import pytest

from webdev_certs.web.memory import return_freed_memory

needs_glibc = pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc's malloc keeps such memory"
)


def _used() -> int:
    """Return how many bytes of memory this process occupies."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@needs_glibc
async def test_memory_between_what_is_still_used_goes_back_to_the_system() -> None:
    pieces = [bytearray(20_000) for _ in range(5_000)]
    kept = pieces[::20]
    before = _used()
    del pieces
    # malloc alone keeps nearly all of it, because a piece that is used follows each gap.
    assert before - _used() < 20_000_000
    with suppress(TimeoutError):
        await asyncio.wait_for(return_freed_memory(every_seconds=0.01), 0.5)
    assert before - _used() > 70_000_000
    assert len(kept) == 250
