"""Password hashing: Argon2id, in threads of its own."""

import asyncio
import threading
import time

import argon2
import pytest
from argon2.exceptions import InvalidHashError
from argon2.profiles import CHEAPEST

from webdev_certs.domain.errors import Overloaded
from webdev_certs.gateways.passwords import PasswordHasher


@pytest.fixture
def hasher():
    hasher = PasswordHasher(2, CHEAPEST)
    yield hasher
    hasher.close()


async def test_a_password_matches_its_own_hash_only(hasher: PasswordHasher):
    encoded = await hasher.hash("correct horse")
    assert await hasher.verify(encoded, "correct horse")
    assert not await hasher.verify(encoded, "correct horse ")
    assert encoded != await hasher.hash("correct horse")


async def test_composed_and_decomposed_characters_are_one_password(hasher: PasswordHasher):
    encoded = await hasher.hash("cafe\u0301 in the morning")
    assert await hasher.verify(encoded, "caf\u00e9 in the morning")


async def test_compatible_characters_stay_different(hasher: PasswordHasher):
    assert not await hasher.verify(await hasher.hash("ﬁve of them"), "five of them")


async def test_the_dummy_hash_costs_the_same_and_matches_nothing(hasher: PasswordHasher):
    real = argon2.extract_parameters(await hasher.hash("anything"))
    assert argon2.extract_parameters(hasher.dummy_hash) == real
    assert not await hasher.verify(hasher.dummy_hash, "")


def test_the_default_is_the_second_profile_of_rfc_9106():
    hasher = PasswordHasher(1)
    used = argon2.extract_parameters(hasher.dummy_hash)
    hasher.close()
    assert (used.type, used.memory_cost, used.time_cost, used.parallelism) == (argon2.Type.ID, 65536, 3, 4)


async def test_other_parameters_call_for_a_new_hash(hasher: PasswordHasher):
    encoded = await hasher.hash("correct horse")
    assert not hasher.needs_rehash(encoded)
    stronger = PasswordHasher(1)
    assert stronger.needs_rehash(encoded)
    stronger.close()


async def test_a_broken_hash_is_not_taken_for_a_wrong_password(hasher: PasswordHasher):
    with pytest.raises(InvalidHashError):
        await hasher.verify("not a hash", "correct horse")


async def test_no_more_run_at_once_than_there_are_workers(monkeypatch: pytest.MonkeyPatch):
    hasher = PasswordHasher(2, CHEAPEST)
    running, most, lock = 0, 0, threading.Lock()

    def slow(_hasher: argon2.PasswordHasher, _password: str) -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1
        return ""

    monkeypatch.setattr(argon2.PasswordHasher, "hash", slow)
    await asyncio.gather(*(hasher.hash("x") for _ in range(8)))
    hasher.close()
    assert most == 2


async def test_only_so_many_may_wait():
    small = PasswordHasher(1, queue=2)
    results = await asyncio.gather(*(small.hash("x") for _ in range(6)), return_exceptions=True)
    refused = [result for result in results if isinstance(result, Overloaded)]
    assert len(refused) == 3
    assert all((refusal.code, refusal.retry_after) == ("busy", 5) for refusal in refused)
    # Who gave up makes room as well.
    waiting = [asyncio.create_task(small.hash("x")) for _ in range(3)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await small.hash("x")
    small.close()


def test_one_hasher_serves_several_event_loops(hasher: PasswordHasher):
    encoded = asyncio.run(hasher.hash("correct horse"))
    assert asyncio.run(hasher.verify(encoded, "correct horse"))
