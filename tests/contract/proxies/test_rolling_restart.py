"""Processes behind a proxy are restarted, each as soon as the one before is ready: no request fails."""

import asyncio
import subprocess
import sys
from collections import Counter
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.child_processes import KILLED_WITH_PARENT
from tests.conftest import ROOT
from tests.contract.proxies.proxy import Proxy
from tests.contract.proxies.test_one_form import before
from tests.ports import free_port
from tests.serving import until_it_answers
from tests.waiting import WAIT_SECONDS

_PAUSE_SECONDS = 0.05


@dataclass
class Process:
    """A process that drains as the product does."""

    port: int = field(default_factory=free_port)

    async def start(self) -> None:
        program = [sys.executable, "-m", "tests.contract.granian.drained_app", str(self.port)]
        self._process = await asyncio.create_subprocess_exec(
            *KILLED_WITH_PARENT, *program, cwd=ROOT, stdin=subprocess.PIPE, start_new_session=True
        )
        await until_it_answers(self.port)

    async def stop(self) -> None:
        self._process.terminate()
        await self._process.wait()
        await self.kill()

    async def kill(self) -> None:
        await self._process.communicate(b"")


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_no_request_fails_while_one_process_after_the_other_is_restarted(tmp_path: Path, kind: str):
    processes = [Process(), Process()]
    try:
        for process in processes:
            await process.start()
        with before([process.port for process in processes], kind, tmp_path) as proxy:
            over = asyncio.Event()
            asking = asyncio.create_task(_ask(proxy, over))
            for process in processes:
                await process.stop()
                await process.start()
            over.set()
            statuses = await asking
            assert set(statuses) == {200}, statuses
    finally:
        for process in processes:
            await process.kill()


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_a_process_that_was_away_takes_all_tabs_at_once(tmp_path: Path, kind: str):
    first, second = Process(), Process()
    try:
        await first.start()
        with before([first.port, second.port], kind, tmp_path) as proxy:
            async with httpx.AsyncClient(verify=proxy.trust, timeout=WAIT_SECONDS) as visitor:
                # The proxy finds out that the second process does not answer.
                for _ in range(2):
                    assert (await visitor.get(f"https://localhost:{proxy.port}/")).status_code == 200
            await second.start()
            await first.stop()
            async with AsyncExitStack() as tabs:
                for number in range(4):
                    url = f"wss://localhost:{proxy.port}/_event/?token={number}"
                    await tabs.enter_async_context(connect(url, ssl=proxy.trust))
    finally:
        for process in (first, second):
            await process.kill()


async def _ask(proxy: Proxy, over: asyncio.Event) -> Counter[int]:
    """Open a page and a tab again and again, and count the answers to the pages.

    A tab that is refused is opened again by its page.
    """
    statuses = Counter[int]()
    async with httpx.AsyncClient(verify=proxy.trust, timeout=WAIT_SECONDS) as visitor:
        while not over.is_set():
            statuses[(await visitor.get(f"https://localhost:{proxy.port}/")).status_code] += 1
            with suppress(InvalidStatus):
                async with connect(f"wss://localhost:{proxy.port}/_event/?token=1", ssl=proxy.trust):
                    pass
            await asyncio.sleep(_PAUSE_SECONDS)
    return statuses
