"""Password hashing with Argon2id in its own threads."""

import asyncio
import threading

import argon2
import pytest
from argon2.exceptions import InvalidHashError
from argon2.profiles import CHEAPEST

from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.server.gateways.passwords import PasswordHasher

OUTDATED = argon2.Parameters(argon2.Type.ID, 19, 16, 32, 2, 8, 1)
OLDEST = argon2.Parameters(argon2.Type.ID, 19, 8, 16, 2, 8, 1)


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


async def test_every_character_of_a_password_counts(hasher: PasswordHasher):
    """Argon2 uses all of it; bcrypt would stop after 72 bytes."""
    password = "seven plain horses" + "🐎" * 109 + "a"
    encoded = await hasher.hash(password)
    assert not await hasher.verify(encoded, password[:-1] + "b")
    assert not await hasher.verify(encoded, password[:-1])


async def test_composed_and_decomposed_characters_are_one_password(hasher: PasswordHasher):
    encoded = await hasher.hash("cafe\u0301 in the morning")
    assert await hasher.verify(encoded, "caf\u00e9 in the morning")


async def test_compatible_characters_stay_different(hasher: PasswordHasher):
    assert not await hasher.verify(await hasher.hash("ﬁve of them"), "five of them")


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> list[argon2.Parameters]:
    """Record the parameters of all checked hashes."""
    costs: list[argon2.Parameters] = []
    real = argon2.PasswordHasher.verify

    def verify(hasher: argon2.PasswordHasher, encoded: str, password: str) -> bool:
        costs.append(argon2.extract_parameters(encoded))
        return real(hasher, encoded, password)

    monkeypatch.setattr(argon2.PasswordHasher, "verify", verify)
    return costs


@pytest.mark.parametrize("outdated", [(), (OUTDATED,), (OUTDATED, OLDEST)], ids=["none", "one", "two"])
async def test_a_wrong_password_costs_the_same_whatever_hash_is_stored(
    costs: list[argon2.Parameters], outdated: tuple[argon2.Parameters, ...]
):
    hasher = PasswordHasher(1, CHEAPEST, outdated=outdated)
    stored: list[str | None] = [None]
    for parameters in (CHEAPEST, *outdated):
        stored.append(argon2.PasswordHasher.from_parameters(parameters).hash("correct horse"))
    for encoded in stored:
        costs.clear()
        assert not await hasher.verify(encoded, "wrong horse")
        assert sorted(costs, key=str) == sorted((CHEAPEST, *outdated), key=str), encoded
    hasher.close()


async def test_outdated_hashes_still_match(hasher: PasswordHasher):
    encoded = argon2.PasswordHasher.from_parameters(OUTDATED).hash("correct horse")
    assert await hasher.verify(encoded, "correct horse")
    assert hasher.needs_rehash(encoded)


async def test_the_default_is_the_second_profile_of_rfc_9106(costs: list[argon2.Parameters]):
    hasher = PasswordHasher(1)
    assert not await hasher.verify(None, "anything")
    hasher.close()
    (used,) = costs
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
    # No call ends before another one has begun.
    both_are_here = threading.Barrier(2, timeout=30)

    def slow(_hasher: argon2.PasswordHasher, _password: str) -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        both_are_here.wait()
        with lock:
            running -= 1
        return ""

    monkeypatch.setattr(argon2.PasswordHasher, "hash", slow)
    await asyncio.gather(*(hasher.hash("x") for _ in range(8)))
    hasher.close()
    assert most == 2


async def test_only_a_limited_number_may_wait():
    small = PasswordHasher(1, CHEAPEST, queue=2)
    results = await asyncio.gather(*(small.hash("x") for _ in range(6)), return_exceptions=True)
    refused = [result for result in results if isinstance(result, Overloaded)]
    assert len(refused) == 3
    assert all((refusal.code, refusal.retry_after) == ("busy", 5) for refusal in refused)
    small.close()


def test_one_hasher_serves_several_event_loops(hasher: PasswordHasher):
    encoded = asyncio.run(hasher.hash("correct horse"))
    assert asyncio.run(hasher.verify(encoded, "correct horse"))
