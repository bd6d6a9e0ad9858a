"""Batching of concurrent calls."""

import asyncio
from collections.abc import Sequence

from webdev_certs.server.database.batching import Batcher


async def test_calls_that_arrive_while_a_batch_runs_form_the_next():
    batches: list[Sequence[int]] = []
    begun = asyncio.Event()

    async def serve(numbers: Sequence[int]) -> Sequence[int]:
        batches.append(numbers)
        begun.set()
        await asyncio.sleep(0)
        return [number * 2 for number in numbers]

    batcher = Batcher(serve)
    first = asyncio.create_task(batcher.submit(0))
    await begun.wait()
    assert await asyncio.gather(*map(batcher.submit, range(1, 4))) == [2, 4, 6]
    assert await first == 0
    assert batches == [[0], [1, 2, 3]]


async def test_canceling_one_call_does_not_affect_the_others():
    async def serve(numbers: Sequence[int]) -> Sequence[int]:
        await asyncio.sleep(0)
        return numbers

    batcher = Batcher(serve)
    tasks = [asyncio.create_task(batcher.submit(number)) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(second, asyncio.CancelledError)
    assert (first, third) == (0, 2)


async def test_an_error_reaches_every_waiting_call_and_no_later_one():
    is_broken = True

    async def serve(numbers: Sequence[int]) -> Sequence[int]:
        if is_broken:
            raise LookupError("no")
        return numbers

    batcher = Batcher(serve)
    failures = await asyncio.gather(*map(batcher.submit, range(3)), return_exceptions=True)
    assert all(isinstance(failure, LookupError) for failure in failures)
    is_broken = False
    assert await batcher.submit(1) == 1
