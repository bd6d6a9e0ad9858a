"""How well the time of an answer tells whether an address has an account."""

import asyncio
import http.client
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count, cycle
from typing import Any

import argon2

from benchmarks.figures import show
from benchmarks.product import DATA, PORT, Unmeasurable, call
from webdev_certs.server.gateways.passwords import PasswordHasher

# Hundreds of questions from one address are what the limits are there to stop.
SERVE = ["env", "LIMITS__ENABLED=false", "webdev-certs", "serve"]
_TARGET = 0.2
"""With this many samples chance alone stays below it in more than 999 of 1,000 runs."""
_SAMPLES = 200
_ACCOUNTS = 20
_PASSWORD = "seven plain horses"
_numbers = count(1)

Question = Callable[[str], tuple[str, dict[str, Any]]]
"""Makes of an address the path and the body of a call."""


def measure() -> None:
    """Shows for each call how much better than by a coin one could tell known from unknown addresses.

    The figure is |2·AUC − 1|, where AUC is the chance that an answer about a known address takes longer than
    one about an unknown address (the statistic of Mann and Whitney): 0 is a coin, 1 is certainty. Only the
    order of times counts, so a pause of the machine weighs no more than any other sample.
    """
    known, social = (
        [f"{kind}{number}@example.com" for number in range(_ACCOUNTS)] for kind in ("known", "social")
    )
    for address in (*known, *social):
        call(*_registration(address))
    _settle_accounts()
    for name, expected, question, addresses in (
        ("login_tells", 401, _login, known),
        ("login_tells_without_password", 401, _login, social),
        ("register_tells", 201, _registration, known),
        ("forgot_password_tells", 202, _forgotten, known),
    ):
        show(name, advantage(*_times(question, expected, addresses)), _TARGET, "lower")
    show("outdated_hash_tells", advantage(*asyncio.run(_outdated_times())), _TARGET, "lower")


def advantage(some: Sequence[float], others: Sequence[float]) -> float:
    """|2·AUC − 1| of two samples, ties counting half."""
    above = sum((one > other) - (one < other) for one in some for other in others)
    return abs(above) / (len(some) * len(others))


def _times(question: Question, expected: int, known: Sequence[str]) -> tuple[list[float], list[float]]:
    """Seconds that answers took about known and about unknown addresses, asked in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    addresses = cycle(known)
    with closing(http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)) as connection:
        for number in range(_SAMPLES + 1):
            # Each of them is the first of a pair as often as the second.
            for kind in (0, 1) if number % 2 else (1, 0):
                address = f"unknown{next(_numbers)}@example.com" if kind else next(addresses)
                path, body = question(address)
                times[kind].append(_seconds(connection, path, body, expected))
    # The first answers are those of a server that has not warmed up.
    return times[0][1:], times[1][1:]


def _seconds(connection: http.client.HTTPConnection, path: str, body: dict[str, Any], expected: int) -> float:
    content = json.dumps(body)
    start = time.perf_counter()
    connection.request("POST", path, content, {"Content-Type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    taken = time.perf_counter() - start
    if response.status != expected:
        raise Unmeasurable(f"{path} was answered {response.status}: {answer.decode()}")
    return taken


async def _outdated_times() -> tuple[list[float], list[float]]:
    """Seconds that refusals took where an outdated hash was stored and where none was.

    The product has none yet, so the hasher is asked itself, with less memory than the product gives it.
    """
    old, new = (argon2.Parameters(argon2.Type.ID, 19, 16, 32, passes, 8_192, 4) for passes in (1, 3))
    stored = argon2.PasswordHasher.from_parameters(old).hash(_PASSWORD)
    hasher = PasswordHasher(1, new, outdated=(old,))
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(_SAMPLES + 1):
        for kind in (0, 1) if number % 2 else (1, 0):
            start = time.perf_counter()
            await hasher.verify(None if kind else stored, "eight plain horses")
            times[kind].append(time.perf_counter() - start)
    hasher.close()
    return times[0][1:], times[1][1:]


def _settle_accounts() -> None:
    """Has all accounts confirm their addresses, as their mailed links do, and some have no password."""
    with closing(sqlite3.connect(DATA / "webdev-certs.db", timeout=30)) as database, database:
        database.execute("UPDATE users SET email_confirmed_at = created_at")
        database.execute("UPDATE users SET password_hash = NULL WHERE email LIKE 'social%'")


def _login(address: str) -> tuple[str, dict[str, Any]]:
    return "/api/auth/login", {"email": address, "password": "eight plain horses"}


def _registration(address: str) -> tuple[str, dict[str, Any]]:
    person = {"full_name": "Ada Lovelace", "email": address}
    return "/api/auth/register", {**person, "password": _PASSWORD, "accept_terms": True}


def _forgotten(address: str) -> tuple[str, dict[str, Any]]:
    return "/api/auth/forgot-password", {"email": address}
