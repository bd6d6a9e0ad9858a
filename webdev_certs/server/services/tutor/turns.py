"""Ask the tutor, and stream its answer, checked sentence by sentence."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from webdev_certs.schemas.tutor import AskTutor, TutorEnding, TutorEvent, TutorOutcome
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.tutor_text import CheckedAnswer, visible
from webdev_certs.server.gateways.language_model import (
    LanguageModel,
    LanguageModelError,
    Message,
    Usage,
    estimate_tokens,
)
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.models.tutor import TutorExchange
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import shown_response, without_key
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.token_budget import reserve_tokens, settle_tokens
from webdev_certs.server.services.tutor.exchanges import list_about, load_explained, require_tutor, shown
from webdev_certs.server.services.tutor.prompt import MAX_ANSWER_TOKENS, Explained, build_prompt, sources
from webdev_certs.server.services.tutor.watching import Watched, watch
from webdev_certs.shared.translation import N_, _, current_language

log = logging.getLogger(__name__)
_ending: set[asyncio.Task[None]] = set()
"""The tasks that store answers."""
_MOST_WAIT_SECONDS = 10
"""How long the end of the process waits for them."""
_UNHURRIED = 8
"""How many answers are written at once without a rest after each sentence."""
_REST_SECONDS = 0.02
"""How long a reader waits for each further one, so that many readers do not hold up those who take a test."""
_READ_SECONDS = 0.2
"""How long an answer is read between two rests; what has arrived in a rest takes some milliseconds."""
DETAILS: Mapping[str, str] = {
    "unavailable": N_("The tutor isn’t answering right now. Everything else here works without it."),
    "rate_limited": N_("A lot of people are asking the tutor right now. Try again in a minute."),
    "cut": N_("The answer was cut off. Ask again to get a complete one."),
    "malformed": N_("The tutor’s answer wasn’t usable. Ask again."),
    "empty": N_("The tutor had no answer. Try asking in other words."),
    "too_long": N_("The answer got too long and ends here."),
    "refused": N_("The tutor can’t answer this."),
    "turned_off": N_("The tutor was turned off, so the answer ends here."),
    "withdrawn": N_("You’ve withdrawn your consent to the tutor, so the answer ends here."),
    "test_running": N_("Your test is running, so the answer ends here. The tutor is back when it ends."),
}


@dataclass
class _Written:
    """An answer as far as it is written."""

    checked: CheckedAnswer
    waiting: str = ""
    """Sentences that the reader has not got yet."""
    outcome: TutorOutcome = "stopped"
    """The reader has left, until another end is known."""
    usage: Usage | None = None
    """None until the model accepts the call."""


@dataclass(frozen=True)
class Turn:
    """A question to the tutor that was accepted, and whose tokens are reserved."""

    context: Context
    """Without a transaction."""
    model: LanguageModel
    user_id: UUID
    row: PracticeItem
    form: AskTutor
    messages: list[Message]
    sources: int
    reserved: int
    reservation: UUID

    def start(self) -> "RunningTurn":
        """Ask the model. From here on the answer is stored and its tokens settled, whoever leaves when."""
        written = _Written(CheckedAnswer(self.sources))
        events: asyncio.Queue[TutorEvent | None] = asyncio.Queue()
        reading = asyncio.create_task(self._read(written, events), name="tutor reads")
        ending = asyncio.create_task(self._end(reading, written, events), name="tutor ends")
        _ending.add(ending)
        ending.add_done_callback(_ending.discard)

        def end(reason: TutorEnding) -> None:
            written.outcome = reason
            reading.cancel()

        watch(Watched(self.user_id, self.row.technology, reading, end), self.context)
        return RunningTurn(reading, events)

    async def _read(self, written: _Written, events: asyncio.Queue[TutorEvent | None]) -> None:
        is_begun = False
        try:
            async with self.model.stream(self.messages, max_tokens=MAX_ANSWER_TOKENS) as answer:
                written.usage = answer.usage
                rested = time.monotonic()
                async for piece in answer.pieces:
                    written.waiting += "".join(written.checked.feed(piece))
                    if not is_begun and (begun := written.checked.begun):
                        events.put_nowait(TutorEvent(begun=begun))
                        is_begun = True
                    rest = max(0, len(_ending) - _UNHURRIED) * _REST_SECONDS
                    if written.waiting and (not rest or time.monotonic() > rested + _READ_SECONDS):
                        events.put_nowait(TutorEvent(text=written.waiting))
                        written.waiting = ""
                        # What arrives meanwhile is read at once.
                        await asyncio.sleep(rest)
                        rested = time.monotonic()
            written.outcome = "complete"
        except LanguageModelError as error:
            written.outcome = error.code
        except Exception:
            # Endpoints may send anything, and the client does not foresee all of it.
            log.exception("An answer to the tutor could not be read")
            written.outcome = "malformed"

    async def _end(
        self, reading: asyncio.Task[None], written: _Written, events: asyncio.Queue[TutorEvent | None]
    ) -> None:
        try:
            await asyncio.wait([reading])
            for text in (written.waiting, *written.checked.finish()):
                if text:
                    events.put_nowait(TutorEvent(text=text))
            events.put_nowait(await self._store(written))
        except Exception:
            log.exception("An answer of the tutor could not be stored")
        finally:
            events.put_nowait(None)

    async def _store(self, written: _Written) -> TutorEvent:
        checked, outcome = written.checked, written.outcome
        exchange = TutorExchange(
            user_id=self.user_id,
            item_id=self.row.item_id,
            item_version=self.row.item_version,
            action=self.form.action,
            question=self.form.question,
            answer=checked.text,
            citations=sorted(checked.citations),
            outcome=outcome,
            asked_at=self.context.now,
        )
        async with self.context.transaction() as transaction:
            await settle_tokens(transaction, self.reservation, self._used(written) - self.reserved)
            transaction.db.add(exchange)
            await transaction.db.flush()
            # In another tab, the learner may have asked something else meanwhile.
            exchanges = await list_about(transaction, self.user_id, self.row.item_id)
            stored = next(shown(each, number) for number, each in exchanges if each.id == exchange.id)
        return TutorEvent(
            exchange=stored,
            detail=_(DETAILS[outcome]) if outcome in DETAILS else "",
            removed_citations=checked.removed_citations,
            removed_links=checked.removed_links,
        )

    def _used(self, written: _Written) -> int:
        used = written.usage.total if written.usage else 0
        # Who leaves before the answer begins has still made the model read the prompt.
        return used or (estimate_tokens(self.messages) if written.outcome == "stopped" else 0)


@dataclass(frozen=True)
class RunningTurn:
    """An answer that is being written."""

    reading: asyncio.Task[None]
    waiting: asyncio.Queue[TutorEvent | None]

    async def events(self) -> AsyncIterator[TutorEvent]:
        """Yield the answer's sentences and, at the end, the stored exchange."""
        while (event := await self.waiting.get()) is not None:
            yield event

    def stop(self) -> None:
        """Ask the model for nothing more; what was written until now is stored."""
        self.reading.cancel()


async def end_turns() -> None:
    """Wait until the answers of readers who have left are stored."""
    if _ending:
        await asyncio.wait(_ending, timeout=_MOST_WAIT_SECONDS)


async def begin_turn(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, form: AskTutor
) -> RunningTurn:
    """Check that the learner may ask, reserve the tokens, and ask.

    Args:
        context: Without a transaction, because the answer takes long.
        user_id: The learner.
        practice_session_id: The practice session.
        position: The question's position in it.
        form: What the learner asks.

    Raises:
        NotFound, Conflict, Unavailable: As `exchanges.load_explained` and `exchanges.require_tutor`.
        InvalidInput: `question_missing`.
        TooManyRequests: As `reserve_tokens`.
    """
    form = form.model_copy(update={"question": visible(form.question).strip()})
    if (form.action == "question") != bool(form.question):
        raise InvalidInput("question_missing", _("Type what you want to know."), field="question")
    async with context.transaction() as transaction:
        row, item = await load_explained(transaction, user_id, practice_session_id, position)
        model = await require_tutor(transaction, user_id)
        user = await transaction.db.get_one(User, user_id)
        names = technology_names(context.bank, row.technology)
        explained = Explained(
            names.name,
            without_key(item, row, names),
            feedback(item, row, row.response or {}, correct=bool(row.correct)),
            shown_response(item, row, row.response or {}).model_dump(),
        )
        messages = build_prompt(
            explained,
            form.action,
            form.question,
            [earlier for _number, earlier in await list_about(transaction, user_id, row.item_id)],
            language=current_language(),
            personal=(user.full_name, user.email),
        )
        reserved = estimate_tokens(messages) + MAX_ANSWER_TOKENS
        reservation = await reserve_tokens(transaction, user_id, reserved)
        transaction.db.expunge(row)
    return Turn(
        context,
        model,
        user_id,
        row,
        form,
        messages,
        len(sources(explained.feedback)),
        reserved,
        reservation,
    ).start()
