"""Worker threads that callers share fairly."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.shared.translation import in_language


class Gate:
    """Jobs that run in order and note their names; the first one waits until the gate is opened."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.now = 0.0
        """In seconds; a job takes one."""
        self._opened = threading.Event()

    def job(self, name: str) -> str:
        self._opened.wait(30)
        self.now += 1
        self.ran.append(name)
        return name

    def open(self) -> None:
        self._opened.set()

    def close(self) -> None:
        self._opened.clear()


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
async def workers(gate: Gate) -> AsyncIterator[FairWorkers]:
    workers = FairWorkers(1, queue=4, name="test", refusal="Too many.", clock=lambda: gate.now)
    yield workers
    workers.close()


async def ask(workers: FairWorkers, gate: Gate, names: str) -> list[asyncio.Task[str]]:
    """Ask for one job after the other; the first character of a name is its caller."""
    tasks: list[asyncio.Task[str]] = []
    for name in names.split():
        tasks.append(asyncio.create_task(workers.run(name[0], gate.job, name)))
        # In this step the task runs until its job is in the queue.
        await asyncio.sleep(0)
    return tasks


async def finish(gate: Gate, tasks: list[asyncio.Task[str]]) -> list[str]:
    """Return the names of the jobs that were refused."""
    gate.open()
    done = await asyncio.gather(*tasks, return_exceptions=True)
    return [type(result).__name__ for result in done if isinstance(result, BaseException)]


async def test_callers_take_turns(workers: FairWorkers, gate: Gate):
    tasks = await ask(workers, gate, "a1 a2 a3 b1 c1")
    assert await finish(gate, tasks) == []
    assert gate.ran == ["a1", "b1", "c1", "a2", "a3"]


async def test_one_caller_may_use_the_whole_queue_but_no_more(workers: FairWorkers, gate: Gate):
    tasks = await ask(workers, gate, "a1 a2 a3 a4 a5 a6")
    with pytest.raises(Overloaded, match="Too many"):
        await tasks[5]
    assert await finish(gate, tasks[:5]) == []
    assert gate.ran == ["a1", "a2", "a3", "a4", "a5"]


async def test_a_full_queue_refuses_the_call_that_would_run_last(workers: FairWorkers, gate: Gate):
    tasks = await ask(workers, gate, "a1 a2 a3 a4 a5 b1 b2 b3 a6")
    for refused in (tasks[3], tasks[4], tasks[7], tasks[8]):
        with pytest.raises(Overloaded, match="Too many"):
            await refused
    assert await finish(gate, tasks) == ["Overloaded"] * 4
    assert gate.ran == ["a1", "b1", "a2", "b2", "a3"]


async def test_who_has_not_asked_lately_runs_next(gate: Gate):
    """However many networks ask all the time, and even if the queue is full of their calls."""
    hoggers = [f"198.51.{number}.1" for number in range(60)]
    workers = FairWorkers(1, queue=80, name="test", refusal="Too many.", clock=lambda: gate.now)

    def work() -> None:
        gate.now += 1

    for hogger in hoggers:
        await workers.run(hogger, work)
    # A neighbor of somebody who hogs is no newcomer, and a stranger is.
    ips = (*hoggers, *hoggers[:21], "198.51.7.200", "203.0.113.9", "2001:db8::/48")
    tasks = [asyncio.create_task(workers.run(ip, gate.job, ip)) for ip in ips]
    await asyncio.sleep(0)
    assert await finish(gate, tasks) == ["Overloaded"] * 3
    assert gate.ran[1:3] == ["203.0.113.9", "2001:db8::/48"]
    assert len(set(gate.ran)) == 63
    workers.close()


async def test_use_is_forgotten(workers: FairWorkers, gate: Gate):
    def work(seconds: float) -> None:
        gate.now += seconds

    await workers.run("a", work, 4.0)
    gate.now += 3600
    await workers.run("b", work, 1.0)
    # Without forgetting, `a` would have used more.
    await finish(gate, await ask(workers, gate, "x1 b1 a1"))
    assert gate.ran == ["x1", "a1", "b1"]


async def test_refusals_are_in_the_language_of_the_caller(gate: Gate):
    refusal = "A lot of exports are running. Try again in a minute."
    workers = FairWorkers(1, queue=0, name="test", refusal=refusal)
    tasks = await ask(workers, gate, "a1")
    with in_language("de"):
        tasks += await ask(workers, gate, "a2")
    with pytest.raises(Overloaded, match="Gerade laufen sehr viele Exporte"):
        await tasks[1]
    await finish(gate, tasks)
    workers.close()


async def test_if_everybody_has_their_share_the_newest_is_refused(workers: FairWorkers, gate: Gate):
    tasks = await ask(workers, gate, "a1 b1 c1 d1 e1 f1")
    with pytest.raises(Overloaded, match="Too many"):
        await tasks[5]
    await finish(gate, tasks[:5])
    assert gate.ran == ["a1", "b1", "c1", "d1", "e1"]


async def test_canceled_callers_leave_the_queue_and_make_room(workers: FairWorkers, gate: Gate):
    tasks = await ask(workers, gate, "a1 b1 c1 d1 e1")
    tasks[1].cancel()
    # The queue of the threads learns of it only when the task has ended.
    await asyncio.wait({tasks[1]})
    tasks += await ask(workers, gate, "f1")
    assert await finish(gate, tasks) == ["CancelledError"]
    assert gate.ran == ["a1", "c1", "d1", "e1", "f1"]
    # The worker is free again.
    assert await workers.run("g", gate.job, "g1") == "g1"


async def test_a_caller_who_gives_up_in_the_same_moment_makes_room(workers: FairWorkers, gate: Gate):
    gate.open()
    # From now on `a` has used the worker more than `b`.
    await asyncio.gather(*await ask(workers, gate, "a1"))
    gate.close()
    tasks = await ask(workers, gate, "a2 a3 a4 a5 a6")
    newest = asyncio.create_task(workers.run("b", gate.job, "b1"))
    tasks[-1].cancel()
    assert await finish(gate, [*tasks, newest]) == ["CancelledError"]
    assert await workers.run("c", gate.job, "c1") == "c1"
    assert (workers.waiting, gate.ran) == (0, ["a1", "a2", "b1", "a3", "a4", "a5", "c1"])


async def test_errors_reach_the_caller_and_free_the_worker(workers: FairWorkers):
    def fail() -> None:
        raise ValueError("no")

    for _ in range(3):
        with pytest.raises(ValueError, match="no"):
            await workers.run("a", fail)
