"""What a process that stops does without a single tab."""

import asyncio

import pytest

from webdev_certs.web.draining import Draining


async def test_proxies_have_time_to_notice_that_a_process_without_tabs_stops(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("webdev_certs.web.draining.NOTICE_SECONDS", 0.2)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await Draining(is_busy=lambda _tab: False).drain()
    # At least: a busy machine only makes it longer.
    assert loop.time() - began >= 0.2
