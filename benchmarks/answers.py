"""How fast learners' answers are saved, from the browser's event to the database."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from itertools import cycle
from typing import Any

from sqlalchemy import create_engine, update
from sqlmodel import col

from benchmarks.figures import ratio, show
from benchmarks.product import DATA, PORT, Unmeasurable, call
from benchmarks.websocket import EXAM, ROOT, SESSION, VAR, Tab, login
from webdev_certs.server.models import User
from webdev_certs.ui.states.items.answering import CHANGE

_TARGET = 0.2
_PATIENCE = 60
_LEARNERS = 16
_ROUNDS = 9
_ROUND_SECONDS = 3.0
_TECHNOLOGY = "react"
_LOADED = "is_hydrated"
"""The variable that says whether the page is loaded."""

Answer = tuple[list[tuple[str, str]], dict[str, Any]]
"""The entries of the form, and the same answer as the API returns it."""


def measure() -> None:
    """Show how many answers are saved in the time of one event that changes nothing.

    That event is an incomplete answer to no question: it uses the same process, connections and states, and
    is answered with one state update.
    """
    learners = [Learner(number) for number in range(_LEARNERS)]
    confirm_emails()
    for learner in learners:
        learner.start()
    rates = asyncio.run(_rates(learners))
    for learner in learners:
        learner.check_saved()
    show("answers_saved_ratio", ratio(rates), _TARGET, "higher")


class Learner:
    """A learner who is signed in, and the browser tab in which they take a test."""

    def __init__(self, number: int) -> None:
        person = {"full_name": "Ada Lovelace", "email": f"learner{number}@example.com"}
        form = {**person, "password": "seven plain horses", "accept_terms": True}
        self._account = call("/api/auth/register", form)

    def start(self) -> None:
        """Start an attempt."""
        attempt = call("/api/tests", {"technology": _TECHNOLOGY}, self._account["access_token"])
        self._test_id = attempt["test_id"]
        self._answers = cycle(two_answers(attempt["item"]))
        self._changes = 0

    async def open(self) -> None:
        """Open the page of the exam, which resumes the attempt as after a reload."""
        variables = {f"{SESSION}.{name}{VAR}": value for name, value in login(self._account).items()}
        path, event = f"/test/{_TECHNOLOGY}/", f"{ROOT}.hydrate_and_load"
        self._tab = await Tab.open(PORT, path, event, {"vars": variables})
        self._ticket = await self._next_value(EXAM, "ticket")
        await self._next_value(ROOT, _LOADED)

    async def save(self) -> None:
        """Answer the current question with another answer than before, and wait until it is saved."""
        entries, self._last = next(self._answers)
        await self._send(self._ticket, entries)

    async def do_nothing(self) -> None:
        """Send an incomplete answer to no question, which nothing saves, and wait until it is handled."""
        await self._send("", [])

    async def _send(self, ticket: str, entries: list[tuple[str, str]]) -> None:
        self._changes += 1
        numbered = [*entries, (CHANGE, str(self._changes))]
        self._tab.emit(f"{EXAM}.answer", {"ticket": ticket, "entries": numbered})
        await self._next_value(EXAM, "handled_change")

    def check_saved(self) -> None:
        """Check that the API returns the last answer that was reported as saved.

        Raises:
            Unmeasurable: It returns another one.
        """
        saved = call(f"/api/tests/{self._test_id}", access_token=self._account["access_token"])["response"]
        if {name: value for name, value in saved.items() if value is not None} != self._last:
            raise Unmeasurable(f"the saved answer is {saved}, but {self._last} was reported as saved")

    async def _next_value(self, state: str, name: str) -> Any:
        """Return the next value of a variable of a state, ignoring empty texts, zero and False.

        Raises:
            TimeoutError: None comes within a minute.
            Unmeasurable: An answer was not saved.
        """
        async with asyncio.timeout(_PATIENCE):
            while True:
                delta = (await self._tab.update()).get("delta", {})
                if delta.get(EXAM, {}).get("saving" + VAR) == "failed":
                    raise Unmeasurable("an answer was not saved")
                if value := delta.get(state, {}).get(name + VAR):
                    return value


def confirm_emails() -> None:
    """Confirm the emails of all learners, without mailed links; tests need it."""
    engine = create_engine(f"sqlite:///{DATA / 'webdev-certs.db'}")
    unconfirmed = col(User.email_confirmed_at).is_(None) & col(User.email).startswith("learner")
    with engine.begin() as connection:
        connection.execute(update(User).where(unconfirmed).values(email_confirmed_at=datetime.now(UTC)))
    engine.dispose()


async def _rates(learners: Sequence[Learner]) -> list[tuple[float, float]]:
    """Return pairs of answers and empty events per second, measured in turn."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(learner.open() for learner in learners))
    saves = [learner.save for learner in learners]
    nothings = [learner.do_nothing for learner in learners]
    for warm_up in (saves, nothings):
        await _rate(warm_up)
    return [(await _rate(saves), await _rate(nothings)) for _ in range(_ROUNDS)]


async def _rate(actions: Sequence[Callable[[], Awaitable[None]]]) -> float:
    """Repeat the actions concurrently and return how many were done per second."""
    start = time.perf_counter()

    async def repeat(action: Callable[[], Awaitable[None]]) -> int:
        times = 0
        while time.perf_counter() - start < _ROUND_SECONDS:
            await action()
            times += 1
        return times

    times = sum(await asyncio.gather(*map(repeat, actions)))
    return times / (time.perf_counter() - start)


def two_answers(item: dict[str, Any]) -> tuple[Answer, Answer]:
    """Return two different answers to an item."""
    options = [option["id"] for option in item["options"]]
    matches = [match["id"] for match in item["matches"]]
    match item["format"]:
        case "fill_in":
            return _typed("1"), _typed("2")
        case "order_lines":
            return _ordered(options), _ordered(options[::-1])
        case "match_pairs":
            return _paired(options, matches), _paired(options, matches[::-1])
        case _:
            return _chosen(options[0]), _chosen(options[1])


def _typed(text: str) -> Answer:
    return [("text", text)], {"text": text}


def _chosen(option: str) -> Answer:
    return [("choice", option)], {"choices": [option]}


def _ordered(lines: Sequence[str]) -> Answer:
    return [("line", line) for line in lines], {"order": list(lines)}


def _paired(options: Sequence[str], matches: Sequence[str]) -> Answer:
    pairs = dict(zip(options, matches, strict=False))
    return [(f"pair-{option}", match) for option, match in pairs.items()], {"pairs": pairs}
