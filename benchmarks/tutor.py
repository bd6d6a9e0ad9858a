"""`python -m benchmarks.tutor` measures how a tutor's answers reach browsers, and what they cost others.

The language model is `llmock`, which nobody here wrote, in a process of its own (`model_server.py`). The
product is one process with SQLite, as it is shipped, without rate limits.
"""

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from benchmarks.answers import Learner, confirm_emails, two_answers
from benchmarks.figures import show
from benchmarks.product import PORT, Unmeasurable, call, prepare, served
from benchmarks.websocket import ROOT, SESSION, VAR, Tab, login
from tests.ports import free_port

TUTOR = f"{ROOT}.webdev_certs___ui___states___practice___tutor____tutor_state"
_PAGE = "/terms/"
"""A page without events of its own."""
_TECHNOLOGY = "react"
_MOST_WAIT = 0.3
"""The most seconds between the model's first word and the browser's, at the median."""
_ASKED = 25
_MOST_SLOWER = 1.5
_ACCOUNTS, _TABS = 20, 10
_ROUNDS = 3
_SAVED = 60
_SAVE_SECONDS = 0.15
"""The pause after each saved answer, so that one learner does not fill the process alone."""
_STARTING_SECONDS = 6
_MOST_BEGINNING_SECONDS = 10
"""How long the last streams may take to begin; the first one takes half a minute in all."""
_UNLIMITED = {"LIMITS__ENABLED": "false", "LLM_PERSON_TOKENS": "1000000000", "LLM_DAY_TOKENS": "1000000000"}


def measure() -> None:
    """Show the time to the first word, and how much slower an answer is saved beside 200 streams.

    Raises:
        Unmeasurable: An answer does not begin, or is not whole.
    """
    port = free_port()
    model = {"LLM_BASE_URL": f"http://127.0.0.1:{port}/v1", "LLM_MODEL": "gpt-4o"}
    with _model_server(port) as first_words, served(**model, **_UNLIMITED):
        savers = [Learner(number) for number in range(4)]
        confirm_emails()
        for saver in savers:
            saver.start()
        askers = [_Asker(number) for number in range(_ACCOUNTS)]
        asyncio.run(_measure(askers, savers, first_words))


class _Asker:
    """A learner who has answered a practice question."""

    def __init__(self, number: int) -> None:
        person = {"full_name": "Grace Hopper", "email": f"asker{number}@example.com"}
        form = {**person, "password": "seven plain horses", "accept_terms": True}
        self._account = call("/api/auth/register", form)
        token = self._account["access_token"]
        practice = call("/api/practice", {"technology": _TECHNOLOGY}, token)
        session_id = practice["practice_session_id"]
        call(
            f"/api/practice/{session_id}/answers/1", {"response": two_answers(practice["item"])[0][1]}, token
        )
        self.place = f"{session_id}:1"

    async def open(self) -> "_TutorTab":
        """Open the question's help in a tab, and agree to the use of the tutor."""
        variables = {f"{SESSION}.{name}{VAR}": value for name, value in login(self._account).items()}
        tab = await Tab.open(PORT, _PAGE, f"{ROOT}.hydrate_and_load", {"vars": variables})
        opened = _TutorTab(tab, self.place)
        await opened.agree()
        return opened


class _TutorTab:
    """A browser tab in which somebody asks the tutor."""

    def __init__(self, tab: Tab, place: str) -> None:
        self._tab = tab
        self._place = place
        self.begun = asyncio.Event()
        """Set while an answer is shown that is being written."""

    async def agree(self) -> None:
        self._tab.emit(f"{TUTOR}.open", {"place": self._place})
        view = await self._view()
        if not view["available"]:
            raise Unmeasurable(f"there is no tutor: {view['error']}")
        if not view["consented"]:
            self._tab.emit(f"{TUTOR}.agree", {"place": self._place})
            await self._view()

    async def ask(self) -> float:
        """Ask, read the answer to its end, and return when its first word was there.

        Raises:
            Unmeasurable: The answer is not whole.
        """
        self._tab.emit(f"{TUTOR}.ask", {"place": self._place, "action": "why_wrong"})
        first = 0.0
        while not (view := await self._view())["busy"]:
            pass
        while view["busy"]:
            if view["writing"] and not first:
                first = time.monotonic()
                self.begun.set()
            view = await self._view()
        self.begun.clear()
        if view["error"] or not first:
            raise Unmeasurable(f"an answer is not whole: {view['error']}")
        return first

    def stop(self) -> None:
        """Stop the answer that is being written."""
        self._tab.emit(f"{TUTOR}.stop", {"place": self._place})

    async def _view(self) -> dict[str, Any]:
        """Return the tutor at the question, when it has changed."""
        while True:
            shown = (await self._tab.update()).get("delta", {}).get(TUTOR, {}).get(f"shown{VAR}", {})
            if self._place in shown:
                return shown[self._place]


async def _measure(askers: Sequence[_Asker], savers: Sequence[Learner], first_words: IO[str]) -> None:
    tab = await askers[0].open()
    waits = [await _wait(tab, first_words) for _ in range(_ASKED + 1)][1:]
    show("tutor_first_word_seconds", statistics.median(waits), _MOST_WAIT, "lower")
    for saver in savers:
        await saver.open()
    tabs = [await asker.open() for asker in askers for _ in range(_TABS)]
    await _saving(savers)
    slower = [await _slower(tabs, savers) for _ in range(_ROUNDS)]
    show("answer_saved_beside_200_streams_times", statistics.median(slower), _MOST_SLOWER, "lower")


async def _wait(tab: _TutorTab, first_words: IO[str]) -> float:
    """Return the seconds from the model's first word to the browser's."""
    asking = asyncio.create_task(tab.ask())
    await tab.begun.wait()
    tab.stop()
    shown = await asking
    return shown - float(await asyncio.to_thread(first_words.readline))


async def _slower(tabs: Sequence[_TutorTab], savers: Sequence[Learner]) -> float:
    """Return how many times as long an answer takes to be saved while all tabs show a stream."""
    alone = await _saving(savers)
    asking = []
    for tab in tabs:
        asking.append(asyncio.create_task(tab.ask()))
        await asyncio.sleep(_STARTING_SECONDS / len(tabs))
    try:
        async with asyncio.timeout(_MOST_BEGINNING_SECONDS):
            await asyncio.gather(*(tab.begun.wait() for tab in tabs))
    except TimeoutError:
        raise Unmeasurable("not all streams have begun before the first one ended: other load?") from None
    beside = await _saving(savers)
    if not all(tab.begun.is_set() for tab in tabs):
        raise Unmeasurable("some streams ended before all answers were saved")
    for tab in tabs:
        tab.stop()
    await asyncio.gather(*asking)
    print(f"alone {1000 * alone:.1f} ms, beside {1000 * beside:.1f} ms", file=sys.stderr)
    return beside / alone


async def _saving(savers: Sequence[Learner]) -> float:
    """Return the median of the seconds from a learner's event until the page says that it is saved."""
    seconds: list[float] = []
    for number in range(_SAVED):
        start = time.perf_counter()
        await savers[number % len(savers)].save()
        seconds.append(time.perf_counter() - start)
        await asyncio.sleep(_SAVE_SECONDS)
    return statistics.median(seconds)


@contextmanager
def _model_server(port: int) -> Iterator[IO[str]]:
    """Serve the model; gives the times of the first words."""
    command = [sys.executable, "-m", "benchmarks.model_server", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield server.stdout
        finally:
            server.terminate()


if __name__ == "__main__":
    prepare()
    measure()
