"""How a process that serves for weeks uses its memory."""

import asyncio
import ctypes
import gc

_FULL_COLLECTION_AFTER = 100
"""How many collections of the middle generation come before a full one; Python's default is 10."""


def limit_garbage_collection() -> None:
    """Leave what has been loaded out of garbage collection, and make full collections rare.

    What is loaded stays until the process ends, and the states of 500 tabs are a million objects. With
    Python's defaults, full collections stopped the process for 0.3 s several times a minute: the p99 of
    saving an answer was 44 times the median of a learner who is alone (docs/scaling.md).
    """
    gc.collect()
    gc.freeze()
    youngest, middle, _ = gc.get_threshold()
    gc.set_threshold(youngest, middle, _FULL_COLLECTION_AFTER)


async def return_freed_memory(*, every_seconds: float) -> None:
    """Return memory that has been freed to the operating system, until canceled.

    glibc's malloc returns only what is free at the end of its heap. In between it keeps whole pages that
    nothing uses: with 500 learners a process grew by 4 MB a minute, while what it used stayed the same. Other
    C libraries have no such call, and nothing is done there.

    Args:
        every_seconds: The seconds after which memory is returned again.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, TypeError):  # TypeError: Windows.
        return
    while True:
        await asyncio.sleep(every_seconds)
        # In a thread: it takes 5 to 25 ms, in which only code waits that needs memory from malloc.
        await asyncio.to_thread(trim, 0)
