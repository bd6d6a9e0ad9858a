"""What a process that stops does without a single tab."""

import asyncio

from webdev_certs.web.draining import NOTICE_SECONDS, Draining


async def test_proxies_have_time_to_notice_that_a_process_without_tabs_stops():
    loop = asyncio.get_running_loop()
    began = loop.time()
    await Draining(is_busy=lambda _tab: False).drain()
    # At least: a busy machine only makes it longer.
    assert loop.time() - began >= NOTICE_SECONDS
