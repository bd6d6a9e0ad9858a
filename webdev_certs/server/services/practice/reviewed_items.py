"""Answered items with their feedback, as paid access shows them."""

from webdev_certs.schemas.practice import ReviewedItem
from webdev_certs.server.content.format import Item
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import shown_response, without_key
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.shared.context import Context


def reviewed_item(context: Context, row: PracticeItem, item: Item) -> ReviewedItem:
    """Return an answered item with the learner's answer, the key and the explanations."""
    response = row.response or {}
    return ReviewedItem(
        position=row.position,
        item=without_key(item, row, technology_names(context.bank, row.technology)),
        response=shown_response(item, row, response),
        feedback=feedback(item, row, response, correct=bool(row.correct)),
    )
