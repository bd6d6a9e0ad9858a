"""The history: every question that a learner has answered, to search and to read again, which needs Pro."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from uuid import UUID

from webdev_certs.schemas.pages import HistoryQuery
from webdev_certs.schemas.practice import Annotation, HistoryEntry
from webdev_certs.server.content.format import Item
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.practice.annotations import NONE, annotations
from webdev_certs.server.services.practice.choosing_practice_items import require_topic
from webdev_certs.server.services.practice.choosing_review_items import running_attempts
from webdev_certs.server.services.practice.feedback import reviewed_items
from webdev_certs.server.services.practice.full_text import Document, Hit, fragments, search, texts_of
from webdev_certs.server.services.practice.latest_answers import (
    LatestAnswer,
    latest_answers,
    load_answered,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, cut_page, invalid_cursor
from webdev_certs.shared.translation import _


class _Answered(NamedTuple):
    """An answered item of the history, in the version that was answered."""

    answer: LatestAnswer
    item: Item


async def list_history(
    context: Context, user_id: UUID, wanted: PageRequest, only: HistoryQuery
) -> Page[HistoryEntry]:
    """Return a page of the questions that the learner has answered, each with the latest answer.

    The newest answers come first, and in a search the best hits. Questions of a technology with a running
    attempt are left out, because the history shows keys.

    Args:
        wanted: Which page.
        only: The search and the filters.

    Raises:
        NotFound: `unknown_technology`.
        InvalidInput: `unknown_topic`, with the list of `topics`; `invalid_cursor`.
        PaymentRequired: `payment_required`.
        Conflict: `test_running`, if only the technology of a running attempt is asked for.
    """
    if only.technology is not None:
        require_topic(context.bank.get(only.technology), only.topic)
    await require_pro(context, user_id, _("Your answer history is part of Pro."))
    if only.technology is not None:
        await refuse_during_attempt(context, user_id, only.technology)
    noted = await annotations(context, user_id)
    rows = await _answered(context, user_id, only, noted)
    if only.q:
        return await _searched(context, user_id, rows, noted, wanted, only.q)
    page = cut_page(
        rows, wanted, moment=lambda row: row.answer.answered_at, key=lambda row: row.answer.item_id
    )
    shown = [
        Hit(place, fragments(texts_of(row.item).question), [], None) for place, row in enumerate(page.rows)
    ]
    return Page(await _entries(context, user_id, list(page.rows), shown), page.following)


async def _answered(
    context: Context, user_id: UUID, only: HistoryQuery, noted: Mapping[str, Annotation]
) -> list[_Answered]:
    technologies = [only.technology] if only.technology is not None else []
    answers = await latest_answers(context, user_id, *technologies, correct=only.correct)
    running = await running_attempts(context, user_id)
    answers = [answer for answer in answers if answer.technology not in running]
    if only.bookmarked:
        answers = [answer for answer in answers if noted.get(answer.item_id, NONE).bookmarked]
    if only.noted:
        answers = [answer for answer in answers if noted.get(answer.item_id, NONE).note]
    items = await load_items(context, answers)
    rows = [_Answered(answer, items[answer.item_id, answer.item_version]) for answer in answers]
    return [row for row in rows if only.topic in (None, row.item.topic)]


async def _searched(
    context: Context,
    user_id: UUID,
    rows: list[_Answered],
    noted: Mapping[str, Annotation],
    wanted: PageRequest,
    query: str,
) -> Page[HistoryEntry]:
    documents = [Document(row.item, noted.get(row.answer.item_id, NONE).note) for row in rows]
    try:
        hits, more = await asyncio.to_thread(
            partial(search, documents, query, size=wanted.size, after=wanted.after)
        )
    except ValueError:
        raise invalid_cursor() from None
    entries = await _entries(context, user_id, rows, hits)
    return Page(entries, rows[hits[-1].place].answer.item_id if more else "")


async def _entries(
    context: Context, user_id: UUID, rows: list[_Answered], hits: list[Hit]
) -> list[HistoryEntry]:
    answered = await load_answered(context, [rows[hit.place].answer.place for hit in hits])
    # An answer may have been deleted with its account just now.
    hits = [hit for hit in hits if rows[hit.place].answer.place in answered]
    reviewed = await reviewed_items(
        context, user_id, [answered[rows[hit.place].answer.place] for hit in hits]
    )
    return [
        HistoryEntry(
            **dict(shown),
            practice_session_id=row.answer.practice_session_id,
            technology=row.answer.technology,
            name=technology_names(context.bank, row.answer.technology).name,
            topic=row.item.topic,
            answered_at=row.answer.answered_at,
            question=hit.question,
            excerpt=hit.excerpt,
            excerpt_of=hit.source,
        )
        for hit, shown in zip(hits, reviewed, strict=True)
        for row in (rows[hit.place],)
    ]
