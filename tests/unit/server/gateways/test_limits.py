"""Counting, in this process and in a real Redis, and what happens when that is gone."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator

import pytest
import redis.asyncio

from tests.redis_server import PROGRAM, RedisServer
from webdev_certs.server.gateways import limits as gateway
from webdev_certs.server.gateways.limits import RateLimiter

SECRET = b"s" * 32
RATE = "3/hour"
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    if PROGRAM is None:
        pytest.skip("redis-server is not installed")
    server = RedisServer(PROGRAM)
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["memory", "redis"])
async def limiter(request: pytest.FixtureRequest) -> AsyncIterator[RateLimiter]:
    url = request.getfixturevalue("redis_server").url if request.param == "redis" else ""
    limiter = RateLimiter(SECRET, url)
    yield limiter
    await limiter.close()


async def hits(limiter: RateLimiter, times: int, *key: str) -> list[bool]:
    """For so many hits, whether each was within the rate."""
    return [not await limiter.hit(RATE, *key) for _ in range(times)]


async def test_what_is_within_the_rate_counts_and_what_is_not_waits(limiter: RateLimiter):
    assert await hits(limiter, 5, "login", "ada") == [True, True, True, False, False]
    assert await hits(limiter, 1, "login", "bob") == [True]
    assert await hits(limiter, 1, "refresh", "ada") == [True]
    assert 0 < await limiter.hit(RATE, "login", "ada") <= 3600


async def test_looking_counts_nothing(limiter: RateLimiter):
    for _ in range(5):
        assert await limiter.wait(RATE, "ada") == 0
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    assert 0 < await limiter.wait(RATE, "ada") <= 3600


async def test_clearing_begins_anew(limiter: RateLimiter):
    await hits(limiter, 4, "ada")
    await hits(limiter, 4, "bob")
    await limiter.clear(RATE, "ada")
    assert await hits(limiter, 1, "ada") == [True]
    assert await hits(limiter, 1, "bob") == [False]


async def test_hits_at_the_same_moment_all_count(limiter: RateLimiter):
    waits = await asyncio.gather(*(limiter.hit(RATE, "ada") for _ in range(20)))
    assert waits.count(0) == 3


async def test_a_window_ends(limiter: RateLimiter):
    while not (seconds := await limiter.hit("2/1 second", "ada")):
        pass
    await asyncio.sleep(seconds)
    assert await limiter.hit("2/1 second", "ada") == 0


def test_marks_are_equal_for_equals_and_tell_nothing():
    limiter, elsewhere = RateLimiter(SECRET), RateLimiter(b"t" * 32)
    assert limiter.mark("address", "192.0.2.1") == limiter.mark("address", "192.0.2.1")
    others = [limiter.mark("address192.0.2.1"), limiter.mark("address", "192.0.2.2")]
    assert limiter.mark("address", "192.0.2.1") not in [*others, elsewhere.mark("address", "192.0.2.1")]
    assert limiter.mark("lone \ud800 surrogate")


async def test_processes_count_together_in_redis(redis_server: RedisServer):
    one, two = RateLimiter(SECRET, redis_server.url), RateLimiter(SECRET, redis_server.url)
    assert await hits(one, 2, "ada") == [True, True]
    assert await hits(two, 2, "ada") == [True, False]
    async with redis.asyncio.Redis.from_url(redis_server.url) as connection:
        keys = await connection.keys("*")
        assert len(keys) == 1
        assert b"ada" not in keys[0]
        # Nothing stays for ever.
        assert 0 < await connection.ttl(keys[0]) <= 3600
    await one.close()
    await two.close()


async def test_without_redis_it_counts_here_and_says_so(caplog: pytest.LogCaptureFixture):
    limiter = RateLimiter(SECRET, NOWHERE)
    with caplog.at_level(logging.WARNING):
        assert await hits(limiter, 4, "ada") == [True, True, True, False]
    # Once, not at every call: it is left alone for a while.
    assert len(caplog.records) == 1
    assert "limits are counted in this process" in caplog.text
    await limiter.close()


async def test_redis_may_go_and_come_back(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gateway, "_PAUSE_SECONDS", 0)
    limiter = RateLimiter(SECRET, redis_server.url)
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    redis_server.stop()
    # Nobody is kept out by what this process does not know.
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    redis_server.start()
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    await limiter.close()


async def test_a_redis_that_is_silent_holds_nobody_up_for_long(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(gateway, "_PATIENCE_SECONDS", 0.05)
    silent = asyncio.Event()

    async def listen(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await silent.wait()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    limiter = RateLimiter(SECRET, f"redis://127.0.0.1:{port}/0")
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    await limiter.close()
    silent.set()
    server.close()
    await server.wait_closed()
