"""How well the time of an answer tells whether an email has an account."""

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

# Without this, the rate limits would refuse the hundreds of calls from one IP address.
SERVE = ["env", "LIMITS__ENABLED=false", "webdev-certs", "serve"]
_TARGET = 0.2
"""With this many samples, chance alone stays below it in more than 999 of 1,000 runs."""
_SAMPLES = 200
_ACCOUNTS = 20
_PASSWORD = "seven plain horses"
_numbers = count(1)

Question = Callable[[str], tuple[str, dict[str, Any]]]
"""Returns the path and the body of a call about an email."""


def measure() -> None:
    """Show for each call how much better than by chance its time tells known from unknown emails.

    The figure is |2·AUC − 1|, where AUC is the probability that an answer about a known email takes longer
    than one about an unknown email (the Mann–Whitney statistic): 0 is chance, 1 is certainty. Only the order
    of the times counts, so a pause of the machine affects the figure no more than any other sample.
    """
    known, social = (
        [f"{kind}{number}@example.com" for number in range(_ACCOUNTS)] for kind in ("known", "social")
    )
    for email in (*known, *social):
        call(*_registration(email))
    _confirm_accounts()
    for name, expected, question, emails in (
        ("login_tells", 401, _login, known),
        ("login_tells_without_password", 401, _login, social),
        ("register_tells", 201, _registration, known),
        ("forgot_password_tells", 202, _forgot_password, known),
    ):
        show(name, advantage(*_times(question, expected, emails)), _TARGET, "lower")
    show("outdated_hash_tells", advantage(*asyncio.run(_outdated_times())), _TARGET, "lower")


def advantage(some: Sequence[float], others: Sequence[float]) -> float:
    """Return |2·AUC − 1| of two samples; ties count half."""
    above = sum((mine > other) - (mine < other) for mine in some for other in others)
    return abs(above) / (len(some) * len(others))


def _times(question: Question, expected: int, known: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the seconds of answers about known and about unknown emails, measured in turn."""
    times: tuple[list[float], list[float]] = ([], [])
    known_emails = cycle(known)
    with closing(http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)) as connection:
        for number in range(_SAMPLES + 1):
            # Each kind comes first in half of the pairs.
            for kind in (0, 1) if number % 2 else (1, 0):
                email = f"unknown{next(_numbers)}@example.com" if kind else next(known_emails)
                path, body = question(email)
                times[kind].append(_seconds(connection, path, body, expected))
    # The first answers are left out, because the server has not warmed up.
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
    """Return the seconds of refusals with an outdated stored hash and without a stored hash.

    The product has no outdated parameters yet, so this calls the hasher directly, with less memory than the
    product uses.
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


def _confirm_accounts() -> None:
    """Confirm the emails of all accounts, and remove the passwords of the social ones."""
    with closing(sqlite3.connect(DATA / "webdev-certs.db", timeout=30)) as database, database:
        database.execute("UPDATE users SET email_confirmed_at = created_at")
        database.execute("UPDATE users SET password_hash = NULL WHERE email LIKE 'social%'")


def _login(email: str) -> tuple[str, dict[str, Any]]:
    return "/api/auth/login", {"email": email, "password": "eight plain horses"}


def _registration(email: str) -> tuple[str, dict[str, Any]]:
    person = {"full_name": "Ada Lovelace", "email": email}
    return "/api/auth/register", {**person, "password": _PASSWORD, "accept_terms": True}


def _forgot_password(email: str) -> tuple[str, dict[str, Any]]:
    return "/api/auth/forgot-password", {"email": email}
