"""Read and write calibrated parameters."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from weakref import WeakKeyDictionary

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.adaptive import ItemParameters
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models.items import ItemParameterRevision
from webdev_certs.server.services.items.shown_without_key import Ref

Stamp = tuple[int, datetime | None]
"""Changes with every calibration that is written."""


@dataclass(frozen=True)
class InUse:
    """The parameters in use and where they come from.

    Attributes:
        parameters: By item id and version.
        calibrated: Which of them were calibrated; the others are starting parameters.
    """

    parameters: dict[Ref, ItemParameters]
    calibrated: frozenset[Ref]


def subject_of(item_id: str) -> str:
    """Return the id under which an item's parameters are stored: its item model's, or its own."""
    return family_of(item_id) or item_id


async def parameters_stamp(db: AsyncSession) -> Stamp:
    """Return a value that changes with `parameters_in_use`, with one small query."""
    query = select(func.count(), func.max(ItemParameterRevision.estimated_at))
    count, latest = (await db.exec(query.select_from(ItemParameterRevision))).one()
    return count, latest


async def parameters_in_use(db: AsyncSession, items: Iterable[Item]) -> InUse:
    """Return the parameters in use: the latest revision of each item, or else its starting parameters."""
    items = list(items)
    latest = (
        select(
            col(ItemParameterRevision.item_id),
            col(ItemParameterRevision.item_version),
            func.max(ItemParameterRevision.revision).label("revision"),
        )
        .group_by(col(ItemParameterRevision.item_id), col(ItemParameterRevision.item_version))
        .subquery()
    )
    query = select(ItemParameterRevision).join(
        latest,
        (col(ItemParameterRevision.item_id) == latest.c.item_id)
        & (col(ItemParameterRevision.item_version) == latest.c.item_version)
        & (col(ItemParameterRevision.revision) == latest.c.revision),
    )
    stored = {(row.item_id, row.item_version): row for row in await db.exec(query)}
    parameters: dict[Ref, ItemParameters] = {}
    calibrated = set()
    for item in items:
        row = stored.get((subject_of(item.id), item.version))
        if row is None:
            parameters[item.id, item.version] = item.parameters
        else:
            parameters[item.id, item.version] = ItemParameters(
                row.discrimination, row.difficulty, row.guessing
            )
            calibrated.add((item.id, item.version))
    return InUse(parameters, frozenset(calibrated))


class CalibratedParameters:
    """The calibrated parameters of each technology's items, read again only after a calibration."""

    def __init__(self) -> None:
        # Weak keys, so that parameters are deleted with their bank.
        self._read: WeakKeyDictionary[TechnologyBank, tuple[Stamp, dict[Ref, ItemParameters]]] = (
            WeakKeyDictionary()
        )

    async def get(self, db: AsyncSession, banks: Iterable[TechnologyBank]) -> dict[Ref, ItemParameters]:
        """Return the parameters in use of the calibrated items, by id and version; others are missing."""
        stamp = await parameters_stamp(db)
        found: dict[Ref, ItemParameters] = {}
        if not stamp[0]:
            return found
        for bank in banks:
            read = self._read.get(bank)
            if read is None or read[0] != stamp:
                in_use = await parameters_in_use(db, bank.items)
                read = self._read[bank] = stamp, {ref: in_use.parameters[ref] for ref in in_use.calibrated}
            found |= read[1]
        return found


calibrated_parameters = CalibratedParameters()
"""One cache for the process."""


async def add_revisions(db: AsyncSession, rows: Iterable[ItemParameterRevision]) -> None:
    """Store new parameters as the next revision of their items; `revision` of the rows is set here."""
    rows = list(rows)
    query = select(
        col(ItemParameterRevision.item_id),
        col(ItemParameterRevision.item_version),
        func.max(ItemParameterRevision.revision),
    ).group_by(col(ItemParameterRevision.item_id), col(ItemParameterRevision.item_version))
    last = {(item_id, version): revision for item_id, version, revision in await db.exec(query)}
    for row in rows:
        row.revision = last.get((row.item_id, row.item_version), 0) + 1
        db.add(row)
    await db.flush()
