"""Rate counters in this process and in a real Redis, including while Redis is down."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
import redis.asyncio

from tests.redis_server import RedisServer
from tests.waiting import until
from webdev_certs.server.gateways.limits import RateLimiter

SECRET = b"s" * 32
RATE = "3/hour"
NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture(params=["memory", "redis"])
async def limiter(request: pytest.FixtureRequest) -> AsyncIterator[RateLimiter]:
    url = request.getfixturevalue("redis_server").url if request.param == "redis" else ""
    limiter = RateLimiter(SECRET, url)
    yield limiter
    await limiter.close()


async def hits(limiter: RateLimiter, times: int, *key: str) -> list[bool]:
    """Hit `times` times, and return for each hit whether it was within the rate."""
    return [not await limiter.hit(RATE, *key) for _ in range(times)]


async def test_hits_over_the_rate_have_to_wait(limiter: RateLimiter):
    assert await hits(limiter, 5, "login", "ada") == [True, True, True, False, False]
    assert await hits(limiter, 1, "login", "bob") == [True]
    assert await hits(limiter, 1, "refresh", "ada") == [True]
    assert 0 < await limiter.hit(RATE, "login", "ada") <= 3600


async def test_asking_how_long_to_wait_counts_nothing(limiter: RateLimiter):
    for _ in range(5):
        assert await limiter.seconds_to_wait(RATE, "ada") == 0
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    assert 0 < await limiter.seconds_to_wait(RATE, "ada") <= 3600


async def test_clearing_sets_one_count_to_zero(limiter: RateLimiter):
    await hits(limiter, 4, "ada")
    await hits(limiter, 4, "bob")
    await limiter.clear(RATE, "ada")
    assert await hits(limiter, 1, "ada") == [True]
    assert await hits(limiter, 1, "bob") == [False]


async def test_simultaneous_hits_all_count(limiter: RateLimiter):
    waits = await asyncio.gather(*(limiter.hit(RATE, "ada") for _ in range(20)))
    assert waits.count(0) == 3


async def test_a_window_ends(limiter: RateLimiter):
    while not await limiter.hit("2/1 second", "ada"):
        pass

    async def over() -> bool:
        return not await limiter.seconds_to_wait("2/1 second", "ada")

    await until(over)
    assert await limiter.hit("2/1 second", "ada") == 0


def test_hashed_keys_are_equal_only_for_equal_parts_and_secrets():
    limiter, elsewhere = RateLimiter(SECRET), RateLimiter(b"t" * 32)
    assert limiter.hash_key("ip", "192.0.2.1") == limiter.hash_key("ip", "192.0.2.1")
    others = [limiter.hash_key("ip192.0.2.1"), limiter.hash_key("ip", "192.0.2.2")]
    assert limiter.hash_key("ip", "192.0.2.1") not in [
        *others,
        elsewhere.hash_key("ip", "192.0.2.1"),
    ]
    assert limiter.hash_key("lone \ud800 surrogate")


async def test_processes_count_together_in_redis(redis_server: RedisServer):
    one, two = RateLimiter(SECRET, redis_server.url), RateLimiter(SECRET, redis_server.url)
    assert await hits(one, 2, "ada") == [True, True]
    assert await hits(two, 2, "ada") == [True, False]
    async with redis.asyncio.Redis.from_url(redis_server.url) as connection:
        keys = await connection.keys("*")
        assert len(keys) == 1
        assert b"ada" not in keys[0]
        # The key expires.
        assert 0 < await connection.ttl(keys[0]) <= 3600
    await one.close()
    await two.close()


async def test_without_redis_it_counts_in_the_process_and_logs_that_once(caplog: pytest.LogCaptureFixture):
    limiter = RateLimiter(SECRET, NOWHERE)
    with caplog.at_level(logging.WARNING):
        assert await hits(limiter, 4, "ada") == [True, True, True, False]
    assert len(caplog.records) == 1
    assert "limits are counted in this process" in caplog.text
    await limiter.close()


async def test_redis_may_stop_and_come_back(redis_server: RedisServer):
    limiter = RateLimiter(SECRET, redis_server.url, pause_seconds=0)
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    redis_server.stop()
    # The process starts its own count, so nobody is locked out.
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    redis_server.start()
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    await limiter.close()


async def test_a_redis_that_does_not_answer_delays_nobody_for_long():
    silent = asyncio.Event()

    async def listen(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await silent.wait()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    limiter = RateLimiter(SECRET, f"redis://127.0.0.1:{port}/0", patience_seconds=0.05)
    assert await hits(limiter, 4, "ada") == [True, True, True, False]
    await limiter.close()
    silent.set()
    server.close()
    await server.wait_closed()
