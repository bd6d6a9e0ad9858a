"""How fast learners' answers are saved, all the way from the browser's event to the database."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import cycle
from typing import Any

from benchmarks.figures import ratio, show
from benchmarks.product import PORT, Unmeasurable, call
from benchmarks.websocket import Tab

_TARGET = 0.2
_LEARNERS = 16
_ROUNDS = 9
_ROUND_SECONDS = 3.0
_TECHNOLOGY = "react"

_ROOT = "reflex___state____state"
_SESSION = f"{_ROOT}.webdev_certs___states___session____session_state"
_EXAM = f"{_ROOT}.webdev_certs___states___exam____exam_state"
_VAR = "_rx_state_"

Answer = tuple[list[tuple[str, str]], dict[str, Any]]
"""What the form holds, and how the API says the same."""


def measure() -> None:
    """Shows how many answers are saved in the time of one event that changes nothing.

    That event is `ExamState.set_confirming` with the value that is set already: the same process,
    connections and state, and one state update in return.
    """
    learners = [_Learner(number) for number in range(_LEARNERS)]
    rates = asyncio.run(_rates(learners))
    for learner in learners:
        learner.check_saved()
    show("answers_saved_ratio", ratio(rates), _TARGET, "higher")


class _Learner:
    """A person who has signed in and started a test, and the browser tab in which they take it."""

    def __init__(self, number: int) -> None:
        person = {"full_name": "Ada Lovelace", "email": f"learner{number}@example.com"}
        form = {**person, "password": "seven plain horses", "accept_terms": True}
        self._account = call("/api/auth/register", form)
        test = call("/api/tests", {"technology": _TECHNOLOGY}, self._account["access_token"])
        self._test_id = test["test_id"]
        self._answers = cycle(_two_answers(test["item"]))

    async def open(self) -> None:
        """Opens the test's page, which resumes the test, as after a reload."""
        stored = {
            "access_token": self._account["access_token"],
            "refresh_token": self._account["refresh_token"],
            "user": json.dumps(self._account["user"]),
        }
        variables = {f"{_SESSION}.{name}{_VAR}": value for name, value in stored.items()}
        path, event = f"/test/{_TECHNOLOGY}/", f"{_ROOT}.hydrate_and_load"
        self._tab = await Tab.open(PORT, path, event, {"vars": variables})
        self._ticket = await self._told("ticket")

    async def save(self) -> None:
        """Answers the current question, otherwise than the last time; returns when that has been saved."""
        entries, self._last = next(self._answers)
        self._tab.emit(f"{_EXAM}.answer", {"ticket": self._ticket, "entries": entries})
        await self._told("settled")

    async def do_nothing(self) -> None:
        """Sends an event that changes nothing; returns when it has been handled."""
        self._tab.emit(f"{_EXAM}.set_confirming", {"value": False})
        await self._told("confirming")

    def check_saved(self) -> None:
        """Compares what the API has with what was last said to be saved.

        Raises:
            Unmeasurable: they differ.
        """
        saved = call(f"/api/tests/{self._test_id}", access_token=self._account["access_token"])["response"]
        if {name: value for name, value in saved.items() if value is not None} != self._last:
            raise Unmeasurable(f"saved is {saved}, although it was said to be {self._last}")

    async def _told(self, name: str) -> Any:
        """The next value of one of the test's variables, but for an empty text."""
        while True:
            update = (await self._tab.update()).get("delta", {}).get(_EXAM, {})
            if update.get("saving" + _VAR) == "failed":
                raise Unmeasurable("an answer was not saved")
            value = update.get(name + _VAR, "")
            if value != "":
                return value


async def _rates(learners: Sequence[_Learner]) -> list[tuple[float, float]]:
    """Answers and empty events a second, in turn."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(learner.open() for learner in learners))
    saves = [learner.save for learner in learners]
    nothings = [learner.do_nothing for learner in learners]
    for warm_up in (saves, nothings):
        await _rate(warm_up)
    return [(await _rate(saves), await _rate(nothings)) for _ in range(_ROUNDS)]


async def _rate(actions: Sequence[Callable[[], Awaitable[None]]]) -> float:
    """How often a second the actions were done, each again and again beside the others."""
    start = time.perf_counter()

    async def repeat(action: Callable[[], Awaitable[None]]) -> int:
        times = 0
        while time.perf_counter() - start < _ROUND_SECONDS:
            await action()
            times += 1
        return times

    times = sum(await asyncio.gather(*map(repeat, actions)))
    return times / (time.perf_counter() - start)


def _two_answers(item: dict[str, Any]) -> tuple[Answer, Answer]:
    """Two different answers to an item, right or wrong."""
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
