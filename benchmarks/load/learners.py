"""What learners do: take certification tests, or practice."""

import asyncio
import itertools
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.answers import Answer, two_answers
from benchmarks.load.accounts import Accounts
from benchmarks.load.documents import BrowserCache
from benchmarks.load.measurements import Failed, Measurements
from benchmarks.load.page import PATIENCE, Page, Server, Values
from benchmarks.load.schedule import Period, thinking
from benchmarks.websocket import EXAM, ROOT, login
from webdev_certs.server.content.bank import TECHNOLOGIES

_TRIES = 5
"""After so many failures a learner opens the next page instead."""
_STEPS = {"answering": "check", "explained": "next_question", "finished": "restart"}
"""Phase of practice → the event of its button."""
PRACTICE = f"{ROOT}.webdev_certs___ui___states___practice___practice____practice_state"


@dataclass
class Surroundings:
    """What all learners of a run share.

    Attributes:
        server: Where the product is.
        accounts: Where new learners come from.
        cache: Returns the cache of another browser.
        measurements: Where to write what happens.
        questions: Test and position → what was answered there.
    """

    server: Server
    accounts: Accounts
    cache: Callable[[], BrowserCache]
    measurements: Measurements
    questions: "dict[tuple[str, int], Question]" = field(default_factory=dict)


@dataclass
class Question:
    """What was answered to one question of a test.

    Attributes:
        sent: How often an answer was sent.
        confirmed: How often the page said that it was saved.
    """

    sent: int = 0
    confirmed: int = 0


class Learner(ABC):
    """One learner in front of one page."""

    state: str
    """The full name of the state of the learner's screen."""

    def __init__(self, around: Surroundings, rng: random.Random, every: Mapping[str, float]) -> None:
        """Choose how the learner behaves.

        Args:
            around: What all learners share.
            rng: The source of randomness.
            every: Action → the mean number of seconds between two.
        """
        self._around, self._rng, self._every = around, rng, every
        self._cache = around.cache()
        self._page: Page | None = None
        self._stored: Values = {}
        self._paths: Iterator[str] = iter(())
        self._path = ""
        """The page that is open, or that is opened again after a failure."""
        self._failed = 0
        """Number of failures since the last success."""

    @property
    def page(self) -> Page:
        """The page that the learner has open."""
        assert self._page
        return self._page

    async def live(self, period: Period, begin: float) -> None:
        """Come so many seconds after the start, and act as scheduled.

        An action that has begun is finished; what is too late to begin has failed.
        """
        try:
            for after, action in thinking(self._rng, self._every):
                due = period.start + begin + after
                if not await period.reach(due):
                    return
                if time.monotonic() > period.end + PATIENCE:
                    self._around.measurements.fail(self.named(action), "not begun in time")
                else:
                    await self._measured(action, due)
        finally:
            self._close()

    async def _measured(self, action: str, due: float) -> None:
        """Do what is due, or begin another test or practice session if there is nothing to act on."""
        if self._page is None:
            action = "start"
        measured = self._around.measurements
        try:
            await self._do(action)
        except Failed as failure:
            measured.fail(self.named(action), str(failure))
            self._failed += 1
            if self._failed % _TRIES:
                self._close()
            else:
                self._leave()
        else:
            self._failed = 0
            measured.record(self.named(action), time.monotonic() - due)

    async def _do(self, action: str) -> None:
        if action == "start":
            await self._begin()
        elif action == "reload":
            await self._reload()
        else:
            await self.act(action)

    async def _begin(self) -> None:
        self._path = self._path or next(self._paths, "")
        if not self._path:
            self._stored, self._paths = login(await self._around.accounts.take()), self.paths()
            self._path = next(self._paths)
        await self._cache.load(self._path)
        around = self._around
        self._page = Page(around.server, self._path, self.state, self._stored, around.measurements)
        self._page.open()
        await self.start()

    async def _reload(self) -> None:
        await self._cache.load(self._path)
        self.page.open()
        await self.page.until(self.is_shown)

    def _close(self) -> None:
        """Close the page, if there is one; the next action opens it again."""
        if self._page:
            self._page.close()
        self._page = None

    def _leave(self) -> None:
        """Close the page; the next action opens the next one."""
        self._close()
        self._path = ""

    async def repeated(
        self, event: str, payload: Callable[[], dict[str, Any]], happened: Callable[[Values], bool]
    ) -> None:
        """Send an event until it has happened: again after a lost connection, and after a failure to save.

        With answers of tests the page itself does so. Everything else is clicked again by the learner, who
        sees that nothing has happened.
        """
        page = self.page
        while True:
            connections, retries = page.connections, page.values.get("retries", 0)
            page.emit(event, payload())

            def is_over(values: Values, connections: int = connections, retries: int = retries) -> bool:
                again = page.connections > connections
                return happened(values) or again or values.get("retries", 0) > retries

            await page.until(is_over)
            if happened(page.values):
                return
            self._around.measurements.counts[f"sent again: {event}"] += 1
            await asyncio.sleep(page.values.get("retry_in", 0))
            await page.until(bool)

    @abstractmethod
    def named(self, action: str) -> str:
        """Return what tables call an action."""

    @abstractmethod
    def paths(self) -> Iterator[str]:
        """Yield the pages that a new account opens, one after the other."""

    @abstractmethod
    async def start(self) -> None:
        """Wait until the screen is there, and start."""

    @abstractmethod
    def is_shown(self, values: Values) -> bool:
        """Return whether the screen is there."""

    @abstractmethod
    async def act(self, action: str) -> None:
        """Do what is due."""


class ExamLearner(Learner):
    """A learner who takes a certification test in one technology after the other."""

    state = EXAM
    _change = 0
    _answers: Iterator[Answer] = iter(())
    _entries: Sequence[tuple[str, str]] = ()
    _saved: tuple[tuple[str, int], dict[str, Any]] | None = None
    """The last answer that was confirmed, with its question."""

    def named(self, action: str) -> str:
        return {
            "start": "start a test",
            "save": "save an answer",
            "next": "next question",
            "reload": "reload the test",
        }[action]

    def paths(self) -> Iterator[str]:
        technologies = list(TECHNOLOGIES)
        self._rng.shuffle(technologies)
        yield from (f"/test/{technology}/" for technology in technologies)

    def is_shown(self, values: Values) -> bool:
        return values.get("phase") == "running" and bool(values.get("ticket"))

    async def start(self) -> None:
        await self.page.until(lambda values: values.get("phase") in ("intro", "running"))
        if self.page.values["phase"] == "intro":
            await self.repeated("start", lambda: {}, self.is_shown)
        await self.page.until(self.is_shown)
        self._show_question()

    async def act(self, action: str) -> None:
        if action == "save":
            await self._save()
            return
        await self.page.until(self.is_shown)
        if not self._entries:
            # Nobody can go on without an answer.
            await self._save()
            await self.page.until(self.is_shown)
        question = self._question
        await self.repeated(
            "next_question",
            lambda: {"ticket": self.page.values["ticket"], "entries": self._numbered()},
            lambda values: self._has_ended() or (self.is_shown(values) and self._question != question),
        )
        if self._has_ended():
            self._leave()
        else:
            self._show_question()

    async def _reload(self) -> None:
        await super()._reload()
        if self._saved and self._saved[0] == self._question:
            shown = shown_answer(self.page.values["item"])
            if shown != self._saved[1]:
                raise Failed("another answer than the saved one")

    def _has_ended(self) -> bool:
        return self.page.redirected.startswith("/test-results/")

    @property
    def _question(self) -> tuple[str, int]:
        test_id, position, _ = self.page.values["ticket"].split(":")
        return test_id, int(position)

    def _show_question(self) -> None:
        self._answers, self._entries = itertools.cycle(two_answers(self.page.values["item"])), []

    def _numbered(self) -> list[tuple[str, str]]:
        self._change += 1
        return [*self._entries, ("change", str(self._change))]

    async def _save(self) -> None:
        """Answer with another answer than before, and wait until the page says that it is saved."""
        await self.page.until(self.is_shown)
        asked = self._around.questions.setdefault(self._question, Question())
        question = self._question
        self._entries, answer = next(self._answers)

        def payload() -> dict[str, Any]:
            asked.sent += 1
            return {"ticket": self.page.values["ticket"], "entries": self._numbered()}

        await self.repeated(
            "answer",
            payload,
            lambda values: values.get("saving") == "saved" and values["handled_change"] >= self._change,
        )
        asked.confirmed += 1
        self._saved = question, answer


class PracticingLearner(Learner):
    """A learner who practices: answers, reads the explanation, goes on."""

    state = PRACTICE

    def named(self, action: str) -> str:
        return {
            "start": "open practice",
            "reload": "reload practice",
            "step": "step in practice",
        }[action]

    def paths(self) -> Iterator[str]:
        while True:
            yield f"/practice-test/{self._rng.choice(TECHNOLOGIES)}/"

    def is_shown(self, values: Values) -> bool:
        return values.get("phase") in _STEPS

    async def start(self) -> None:
        await self.page.until(self.is_shown)

    async def act(self, action: str) -> None:
        page = self.page
        await page.until(self.is_shown)
        phase = page.values["phase"]

        def payload() -> dict[str, Any]:
            if phase != "answering":
                return {}
            (entries, _), _ = two_answers(page.values["item"])
            return {"ticket": page.values["ticket"], "entries": entries}

        await self.repeated(
            _STEPS[phase], payload, lambda values: self.is_shown(values) and values["phase"] != phase
        )


def shown_answer(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer that the form of an item shows, as the API has it."""
    options = item["options"]
    match item["format"]:
        case "fill_in":
            return {"text": item["text"]}
        case "order_lines":
            return {"order": item["order"]}
        case "match_pairs":
            return {"pairs": {option["id"]: option["partner"] for option in options}}
        case _:
            return {"choices": [option["id"] for option in options if option["chosen"]]}
