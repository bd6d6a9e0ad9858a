"""Make the instance of a family that one attempt gets, and that no other attempt gets."""

import logging
from uuid import UUID

from sqlmodel import col

from webdev_certs.server.content.bank import Family
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.making import exam_instances
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring

log = logging.getLogger(__name__)


async def new_instance(
    context: Context,
    technology: str,
    family: Family,
    attempt_id: UUID,
    position: int,
    *,
    again: bool = False,
) -> Item | None:
    """Make an instance that no attempt has had, and store it; None if the family has none left.

    It follows from the deployment's secret, the attempt and the position. An item, which is a family of one,
    is returned as it is.

    Args:
        context: The request's context.
        technology: The family's technology.
        family: What to make an instance of.
        attempt_id: The attempt that asks it.
        position: Where in the attempt.
        again: Whether an instance that another attempt has had will do.
    """
    if isinstance(family, Item):
        return family
    if family.id in context.bank.used_up and not again:
        return None
    for instance in exam_instances(family, context.bank.seed, attempt_id, position):
        item = instance.item
        row = insert_ignoring(context.db, ItemVersion).values(
            item_id=item.id,
            version=item.version,
            technology=technology,
            digest=item.digest,
            content=item.frozen_content(),
        )
        stored = await context.db.exec(row.returning(col(ItemVersion.item_id)))
        if stored.scalar_one_or_none() is not None or again:
            context.bank.remember(item)
            return item
    # Told once in a process, not at each choice of each exam.
    log.warning("every instance of %s has been asked: write more families", family.id)
    context.bank.used_up.add(family.id)
    return None
