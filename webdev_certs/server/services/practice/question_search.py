"""The search over all practice questions that a learner may see."""

import asyncio
from collections.abc import Iterator, Mapping
from functools import partial
from uuid import UUID

from webdev_certs.schemas.pages import QuestionQuery
from webdev_certs.schemas.practice import Annotation
from webdev_certs.schemas.question_search import FoundQuestion
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.payments.entitlements import has_paid
from webdev_certs.server.services.practice.annotations import NONE, annotations
from webdev_certs.server.services.practice.choosing_review_items import running_attempts
from webdev_certs.server.services.practice.full_text import Document, Hit, search
from webdev_certs.server.services.practice.latest_answers import latest_answers
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.pages import Page, PageRequest, invalid_cursor


async def search_questions(
    context: Context, user_id: UUID, wanted: PageRequest, only: QuestionQuery
) -> Page[FoundQuestion]:
    """Return a page of the practice questions with all words of a search, the best first.

    Everybody finds the texts that a question shows. Pro also searches the explanations of answered questions,
    and the learner's notes, as in the history. Questions of a technology with a running attempt are left out.

    Raises:
        NotFound: `unknown_technology`.
        InvalidInput: `invalid_cursor`.
        Conflict: `test_running`, if only the technology of a running attempt is asked for.
    """
    if only.technology is not None:
        context.bank.get(only.technology)
        await refuse_during_attempt(context, user_id, only.technology)
    running = await running_attempts(context, user_id)
    is_pro = await has_paid(context.db, user_id, context.now)
    noted = await annotations(context, user_id) if is_pro else {}
    # Of a family, the instance that was answered last.
    answered = {family_of(row.item_id): row.item_id for row in (await latest_answers(context, user_id))[::-1]}
    banks = {
        name: bank
        for name, bank in context.bank.technologies.items()
        if name not in running and only.technology in (None, name)
    }
    documents = [
        document for bank in banks.values() for document in _documents(bank, answered, noted, is_pro=is_pro)
    ]
    try:
        hits, more = await asyncio.to_thread(
            partial(search, documents, only.q, size=wanted.size, after=wanted.after)
        )
    except ValueError:
        raise invalid_cursor() from None
    owners = {item.id: name for name, bank in banks.items() for item in bank.practice}
    found = [
        _found(context, owners[documents[hit.place].item.id], documents[hit.place], hit, answered)
        for hit in hits
    ]
    return Page(found, documents[hits[-1].place].item.id if more else "")


def _documents(
    bank: TechnologyBank, answered: Mapping[str, str], noted: Mapping[str, Annotation], *, is_pro: bool
) -> Iterator[Document]:
    """Yield a practice item of each family: the item that was answered, if the bank has it."""
    for family, items in bank.practice_families.items():
        own = next((item for item in items if item.id == answered.get(family)), None)
        item = own or items[0]
        yield Document(item, noted.get(item.id, NONE).note, explained=is_pro and own is not None)


def _found(
    context: Context, technology: str, document: Document, hit: Hit, answered: Mapping[str, str]
) -> FoundQuestion:
    names = technology_names(context.bank, technology)
    family = family_of(document.item.id)
    return FoundQuestion(
        technology=technology,
        name=names.name,
        question=family,
        topic=names.topic(document.item.topic),
        answered=family in answered,
        stem=hit.question,
        excerpt=hit.excerpt,
        excerpt_of=hit.source,
    )
