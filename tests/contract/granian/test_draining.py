"""A process that gets SIGTERM sends its tabs away one after another, and none in the middle of an event."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tests.child_processes import KILLED_WITH_PARENT
from tests.conftest import ROOT
from tests.ports import free_port
from tests.serving import until_it_answers
from tests.waiting import WAIT_SECONDS, until

TABS = 60
GOING_AWAY = 1001


@dataclass
class Serving:
    """A process that serves `drained_app`."""

    port: int
    process: subprocess.Popen[bytes]

    def tab(self, token: str) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/_event/?token={token}")

    async def get(self, path: str) -> httpx.Response:
        async with httpx.AsyncClient() as client:
            return await client.get(f"http://127.0.0.1:{self.port}{path}", timeout=WAIT_SECONDS)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def signal_workers(self) -> None:
        own = ["pgrep", "-P", str(self.process.pid), "-f", "spawn_main|drained_app"]
        workers = subprocess.run(own, capture_output=True, text=True, check=True).stdout.split()
        for worker in workers:
            os.kill(int(worker), signal.SIGTERM)

    async def code(self) -> int:
        return await asyncio.to_thread(self.process.wait, WAIT_SECONDS)


@pytest.fixture
def serving() -> Iterator[Serving]:
    port = free_port()
    command = [*KILLED_WITH_PARENT, sys.executable, "-m", "tests.contract.granian.drained_app", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True)
    try:
        asyncio.run(until_it_answers(port))
        yield Serving(port, process)
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait()


async def closing_code(tab: ClientConnection) -> int | None:
    await tab.wait_closed()
    return tab.close_code


async def test_every_tab_is_sent_away_and_the_process_ends_well(serving: Serving):
    async with AsyncExitStack() as opened:
        tabs = [await opened.enter_async_context(serving.tab(f"t{n}")) for n in range(TABS)]
        # Some have just been used.
        for tab in tabs[::2]:
            await tab.send("hello")
            assert await tab.recv() == "hello done"
        serving.stop()
        codes = await asyncio.gather(*map(closing_code, tabs))
    assert codes == [GOING_AWAY] * TABS
    assert await serving.code() == 0


async def test_a_tab_that_has_gone_leaves_nothing_in_memory(serving: Serving):
    async def connections() -> int:
        return int((await serving.get("/connections")).text)

    async with serving.tab("first") as first:
        await first.send("hello")
        assert await first.recv() == "hello done"
        assert await connections() == 1
    async with serving.tab("second") as second:
        second.transport.abort()

    async def are_gone() -> bool:
        return not await connections()

    await until(are_gone, seconds=10)


async def test_a_signal_is_not_lost_while_the_process_is_busy(serving: Serving):
    async with serving.tab("idle") as idle:
        await serving.get("/stop-while-busy")
        assert await closing_code(idle) == GOING_AWAY
        serving.stop()
    assert await serving.code() == 0


async def test_an_event_is_finished_while_nobody_new_is_taken(serving: Serving):
    async with serving.tab("busy") as busy, serving.tab("idle") as idle:
        await busy.send("work")
        # Answers in the same order.
        await idle.send("hello")
        assert await idle.recv() == "hello done"
        assert (await serving.get("/api/ready")).text == "here"
        assert await is_healthy(serving)
        serving.stop()
        assert await closing_code(idle) == GOING_AWAY

        ready = await serving.get("/api/ready")
        assert (ready.status_code, ready.json()["code"]) == (503, "stopping")
        assert not await is_healthy(serving)
        assert (await serving.get("/dashboard")).text == "here"
        with pytest.raises(InvalidStatus) as refused:
            await serving.tab("new").__aenter__()
        assert refused.value.response.status_code == 403

        # A second signal changes nothing. Service managers signal the processes of the server too.
        serving.signal_workers()
        await serving.get("/end")
        assert await busy.recv() == "work done"
        assert await closing_code(busy) == GOING_AWAY
    assert await serving.code() == 0


async def is_healthy(serving: Serving) -> bool:
    """Check the process as its container does."""
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text()
    (check,) = re.findall(r"^HEALTHCHECK .*\n *CMD (.*)$", dockerfile, re.MULTILINE)
    _python, *arguments = json.loads(check)
    own = [word.replace(":8000/", f":{serving.port}/") for word in arguments]
    program = await asyncio.create_subprocess_exec(sys.executable, *own, stderr=asyncio.subprocess.DEVNULL)
    return await program.wait() == 0
