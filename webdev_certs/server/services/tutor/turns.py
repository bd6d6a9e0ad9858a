"""Ask the tutor, and stream its answer, checked sentence by sentence."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from webdev_certs.schemas.tutor import AskTutor, TutorEvent, TutorOutcome
from webdev_certs.server.domain.errors import Conflict, InvalidInput, Unavailable
from webdev_certs.server.domain.tutor_text import CheckedAnswer
from webdev_certs.server.gateways.language_model import (
    LanguageModel,
    LanguageModelError,
    Message,
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
from webdev_certs.server.services.tutor.exchanges import list_about, load_answered, shown
from webdev_certs.server.services.tutor.prompt import MAX_ANSWER_TOKENS, Explained, build_prompt, sources
from webdev_certs.server.services.tutor.switching import is_off
from webdev_certs.shared.translation import N_, _, current_language

log = logging.getLogger(__name__)
_running: set[asyncio.Task[None]] = set()
"""Keeps the tasks that store an answer whose reader has gone."""
_DETAILS: Mapping[str, str] = {
    "unavailable": N_("The tutor isn’t answering right now. Everything else here works without it."),
    "rate_limited": N_("A lot of people are asking the tutor right now. Try again in a minute."),
    "cut": N_("The answer broke off. Ask again to get a whole one."),
    "malformed": N_("The tutor’s answer wasn’t usable. Ask again."),
    "empty": N_("The tutor had no answer. Ask in other words."),
    "too_long": N_("The answer got too long and ends here."),
    "refused": N_("The tutor can’t answer this."),
}


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

    async def events(self) -> AsyncIterator[TutorEvent]:
        """Yield the answer's sentences and, at the end, the stored exchange.

        Whoever stops reading stops the answer; what was written until then is stored.
        """
        events: asyncio.Queue[TutorEvent | None] = asyncio.Queue()
        task = asyncio.create_task(self._answer(events), name="tutor")
        _running.add(task)
        task.add_done_callback(_running.discard)
        try:
            while (event := await events.get()) is not None:
                yield event
        finally:
            task.cancel()

    async def _answer(self, events: asyncio.Queue[TutorEvent | None]) -> None:
        checked = CheckedAnswer(self.sources)
        outcome: TutorOutcome = "complete"
        used = self.reserved
        try:
            async with self.model.stream(self.messages, max_tokens=MAX_ANSWER_TOKENS) as answer:
                try:
                    async for piece in answer.pieces:
                        for sentence in checked.feed(piece):
                            events.put_nowait(TutorEvent(text=sentence))
                finally:
                    used = answer.usage.total
        except LanguageModelError as error:
            outcome = error.code
        except asyncio.CancelledError:
            # Only the reader cancels this task, and then the rest is stored.
            outcome = "stopped"
        try:
            for sentence in checked.finish():
                events.put_nowait(TutorEvent(text=sentence))
            events.put_nowait(await self._store(checked, outcome, used))
        except Exception:
            log.exception("An answer of the tutor could not be stored")
        finally:
            events.put_nowait(None)

    async def _store(self, checked: CheckedAnswer, outcome: TutorOutcome, used: int) -> TutorEvent:
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
            await settle_tokens(transaction, self.reservation, used - self.reserved)
            transaction.db.add(exchange)
            await transaction.db.flush()
            number = len(await list_about(transaction, self.user_id, self.row.item_id))
            stored = shown(exchange, number)
        return TutorEvent(
            exchange=stored,
            detail=_(_DETAILS[outcome]) if outcome in _DETAILS else "",
            removed_citations=checked.removed_citations,
            removed_links=checked.removed_links,
        )


async def begin_turn(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, form: AskTutor
) -> Turn:
    """Check that the learner may ask, and reserve the tokens.

    Args:
        context: Without a transaction, because the answer takes long.
        user_id: The learner.
        practice_session_id: The practice session.
        position: The question's position in it.
        form: What the learner asks.

    Raises:
        NotFound, Conflict: As `exchanges.load_answered`; `consent_required`.
        InvalidInput: `question_missing`.
        Unavailable: `tutor_unavailable`.
        TooManyRequests: As `reserve_tokens`.
    """
    if (form.action == "question") != bool(form.question):
        raise InvalidInput("question_missing", _("Type what you want to know."), field="question")
    async with context.transaction() as transaction:
        row, item = await load_answered(transaction, user_id, practice_session_id, position)
        if context.language_model is None or await is_off(transaction):
            raise Unavailable("tutor_unavailable", _("There’s no tutor right now."))
        user = await transaction.db.get_one(User, user_id)
        if user.tutor_consented_at is None:
            raise Conflict("consent_required", _("Agree to the use of the tutor first."))
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
            await list_about(transaction, user_id, row.item_id),
            language=current_language(),
            personal=(user.full_name, user.email),
        )
        reserved = estimate_tokens(messages) + MAX_ANSWER_TOKENS
        reservation = await reserve_tokens(transaction, user_id, reserved)
        transaction.db.expunge(row)
    return Turn(
        context,
        context.language_model,
        user_id,
        row,
        form,
        messages,
        len(sources(explained.feedback)),
        reserved,
        reservation,
    )
