"""Learners' bookmarks and notes on practice items."""

import re
from collections.abc import Iterable
from uuid import UUID

from sqlmodel import col, delete, select

from webdev_certs.schemas.practice import Annotate, Annotation
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.models.practice import ItemAnnotation
from webdev_certs.server.services.payments.entitlements import require_pro
from webdev_certs.server.services.practice.practice_session import load_practice_session
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import upsert
from webdev_certs.shared.translation import _

NONE = Annotation()
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""Control characters but tabs and line breaks; PostgreSQL cannot store all of them."""


async def annotate(
    context: Context, user_id: UUID, practice_session_id: UUID, position: int, form: Annotate
) -> Annotation:
    """Change the bookmark or the note on an answered item; what the form leaves out stays.

    Raises:
        NotFound: `practice_not_found`.
        PaymentRequired: `payment_required`.
        Conflict: `answer_required`: the item has no answer.
    """
    _practice, row = await load_practice_session(context, user_id, practice_session_id, position)
    await require_pro(context, user_id, _("Bookmarks and notes are part of Pro."))
    if row is None or row.answered_at is None:
        raise Conflict("answer_required", _("Answer the question first, then you can bookmark it."))
    changes = form.model_dump(exclude_none=True)
    if form.note:
        changes["note"] = _CONTROLS.sub("", form.note.replace("\r\n", "\n")).strip()
    if changes:
        rest = {name: value for name, value in NONE.model_dump().items() if name not in changes}
        changed = {"user_id": user_id, "item_id": row.item_id, "changed_at": context.now, **changes}
        await upsert(context.db, ItemAnnotation, ("user_id", "item_id"), [changed], initial=rest)
        if not all(changes.values()):
            await _delete_empty(context, user_id, row.item_id)
    return (await annotations(context, user_id, [row.item_id])).get(row.item_id, NONE)


async def annotations(
    context: Context, user_id: UUID, item_ids: Iterable[str] | None = None
) -> dict[str, Annotation]:
    """Return the learner's annotations by item id; items without one are left out.

    Args:
        item_ids: Only those of these items; None for all.
    """
    query = select(
        col(ItemAnnotation.item_id), col(ItemAnnotation.bookmarked), col(ItemAnnotation.note)
    ).where(ItemAnnotation.user_id == user_id)
    if item_ids is not None:
        query = query.where(col(ItemAnnotation.item_id).in_(set(item_ids)))
    return {
        item_id: Annotation(bookmarked=bookmarked, note=note)
        for item_id, bookmarked, note in await context.db.exec(query)
    }


async def _delete_empty(context: Context, user_id: UUID, item_id: str) -> None:
    await context.db.exec(
        delete(ItemAnnotation)
        .where(
            col(ItemAnnotation.user_id) == user_id,
            col(ItemAnnotation.item_id) == item_id,
            col(ItemAnnotation.bookmarked).is_(False),
            col(ItemAnnotation.note) == "",
        )
        .execution_options(synchronize_session=False)
    )
