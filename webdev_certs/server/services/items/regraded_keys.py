"""Corrected keys of item versions that have been in exams. `exams.regrading` scores the attempts again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import yaml
from pydantic import ValidationError
from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.grading import grade
from webdev_certs.server.models.items import ItemRegrade, ItemVersion, is_item_or_instance
from webdev_certs.server.services.items.shown_without_key import FrozenItem, Ref
from webdev_certs.server.services.shared.context import Context

_FILL_IN = ("accept", "number", "tolerance", "case_sensitive")


class RegradeFault(ValueError):
    """A regrade that does not fit its item, in words for the operator."""


async def regrades_of(context: Context, rows: Iterable[FrozenItem]) -> dict[Ref, ItemRegrade]:
    """Return the latest regrades of the rows' item versions, by (id, version), with one query.

    A regrade of an item model applies to all its instances, unless an instance has its own.
    """
    refs = {(row.item_id, row.item_version) for row in rows}
    if not refs:
        return {}
    subjects = {subject for item_id, _ in refs for subject in (item_id, family_of(item_id))}
    query = (
        select(ItemRegrade).where(col(ItemRegrade.item_id).in_(subjects)).order_by(col(ItemRegrade.revision))
    )
    latest = {(row.item_id, row.item_version): row for row in await context.db.exec(query)}
    found = {
        (item_id, version): latest.get((item_id, version)) or latest.get((family_of(item_id), version))
        for item_id, version in refs
    }
    return {ref: regrade for ref, regrade in found.items() if regrade}


def verdict(item: Item, response: Mapping[str, Any], regrade: ItemRegrade | None) -> bool | None:
    """Return whether an answer is correct; None if the item does not count.

    Args:
        item: The item as it was shown.
        response: The answer, in the bank's ids.
        regrade: The item version's latest regrade; None if it has none.
    """
    if regrade is None:
        return grade(item, response)
    if not regrade.keys:
        return None
    return any(grade(with_key(item, key), response) for key in regrade.keys)


def with_key(item: Item, key: Mapping[str, Any]) -> Item:
    """Return an item with another key.

    Args:
        item: The item.
        key: The key's fields, as `parse_key` returns them.
    """
    choice: dict[str, Any] = {"accept": (), "number": None, "tolerance": 0.0, "case_sensitive": False}
    reset = choice if item.format == "fill_in" else {}
    # Replace the executed evidence: `Item` would refuse an `output` key that differs from the code's output.
    changed = item.model_dump() | reset | dict(key) | {"evidence": {"kind": "cited", "location": "regrade"}}
    return Item.model_validate(changed)


def parse_key(item: Item, text: str) -> dict[str, Any]:
    """Return the key's fields from what an operator wrote, as the item file has it.

    E.g. `b`, `[a, c]`, `{a: x, b: y}`, `42`, or `{number: 3.5, tolerance: 0.1}`.

    Raises:
        RegradeFault: It is no key of this item.
    """
    try:
        # All scalars stay texts, so that `true` and `42` need no quotes.
        value = yaml.load(text, Loader=yaml.BaseLoader)
        key = _fields(item, value)
        with_key(item, key)
    except ValidationError as error:
        raise RegradeFault("; ".join(str(fault["msg"]) for fault in error.errors())) from None
    except yaml.YAMLError:
        raise RegradeFault(f"{text} is no YAML") from None
    return key


def _fields(item: Item, value: Any) -> dict[str, Any]:
    if item.format == "fill_in":
        if isinstance(value, dict):
            if unknown := set(value) - set(_FILL_IN):
                raise RegradeFault(f"fill_in has no {', '.join(sorted(unknown))}")
            return value
        return {"accept": value if isinstance(value, list) else [value]}
    if item.format == "match_pairs":
        return {"key": value}
    return {"key": value if isinstance(value, list) else [value]}


async def item_versions(context: Context, item_id: str, version: int | None = None) -> list[Item]:
    """Return the stored versions of an item, or of all instances of an item model.

    Args:
        context: The transaction's context.
        item_id: The item or the item model.
        version: Only this version.

    Raises:
        RegradeFault: There is none, or it is a practice item.
    """
    query = select(ItemVersion).where(is_item_or_instance(col(ItemVersion.item_id), item_id))
    if version is not None:
        query = query.where(ItemVersion.version == version)
    rows = (await context.db.exec(query.order_by(col(ItemVersion.version)))).all()
    items = [Item.model_validate(row.content) for row in rows]
    if not items:
        which = item_id if version is None else f"version {version} of {item_id}"
        raise RegradeFault(f"The database has no {which}.")
    if all(item.pool == "practice" for item in items):
        raise RegradeFault(f"{item_id} is a practice item: no exam has it. Correct it in its bank.")
    return items


async def add_regrade(
    context: Context,
    item_id: str,
    version: int,
    keys: Sequence[str],
    reason: str,
    *,
    takes_passes_away: bool,
) -> ItemRegrade:
    """Store a corrected key, unless the latest regrade says the same: a command can be repeated.

    Args:
        context: The transaction's context.
        item_id: An item; with no keys also an item model.
        version: Its version.
        keys: Answers that fit any of these are correct. None: the item does not count.
        reason: Why.
        takes_passes_away: Whether an attempt that was passed can become failed.

    Raises:
        RegradeFault: There is no such item, or a key does not fit it.
    """
    items = await item_versions(context, item_id, version)
    if keys and items[0].id != item_id:
        raise RegradeFault("Each instance of an item model has its own key: name the instance.")
    wanted = [parse_key(items[0], key) for key in keys]
    own = (ItemRegrade.item_id == item_id, ItemRegrade.item_version == version)
    last = (await context.db.exec(select(func.max(ItemRegrade.revision)).where(*own))).one() or 0
    latest = await context.db.get(ItemRegrade, (item_id, version, last))
    if latest and (latest.keys, latest.takes_passes_away) == (wanted, takes_passes_away):
        return latest
    regrade = ItemRegrade(
        item_id=item_id,
        item_version=version,
        revision=last + 1,
        keys=wanted,
        takes_passes_away=takes_passes_away,
        reason=reason,
        created_at=context.now,
    )
    context.db.add(regrade)
    await context.db.flush()
    return regrade
