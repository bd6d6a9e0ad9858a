"""Store the item versions of the question bank in the database, where answers refer to them."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import exists, or_, tuple_
from sqlmodel import col, select, update

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseAway
from webdev_certs.server.database.readiness import Trouble, find_trouble
from webdev_certs.server.models.exams import AttemptItem
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.shared.background import in_background
from webdev_certs.server.services.shared.inserts import insert_ignoring

log = logging.getLogger(__name__)
Ref = tuple[str, int]


class BankConflict(Exception):
    """Items that learners have seen were changed without a new version.

    Attributes:
        items: (id, version) of each.
    """

    def __init__(self, items: list[Ref]) -> None:
        names = ", ".join(f"{item_id} (version {version})" for item_id, version in items)
        super().__init__(f"changed without a new version, but already used; raise the version of: {names}")
        self.items = items


class BankStore:
    """Stores the bank when the process starts, or as soon as the database can take it.

    Attributes:
        is_stored: Whether it is stored; tests and practice need that.
    """

    def __init__(self, database: Database, bank: Bank, data_dir: Path, *, pause_seconds: float = 2) -> None:
        """Store nothing yet.

        Args:
            database: Where the bank is stored.
            bank: The question bank.
            data_dir: The folder for data, checked like the database.
            pause_seconds: How long to wait between two tries.
        """
        self.is_stored = False
        self._database = database
        self._bank = bank
        self._data_dir = data_dir
        self._pause_seconds = pause_seconds
        self._reported: Trouble | None = None
        self._stopping = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Store the bank, and try again in the background while the database cannot take it.

        Raises:
            BankConflict: As `sync_items`, if the database could take it at once.
        """
        await self._try()
        async with in_background(self._until_stored(), "question bank", self._stopping.set):
            yield

    async def _until_stored(self) -> None:
        while not self.is_stored and not self._stopping.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause_seconds):
                    await self._stopping.wait()
            try:
                await self._try()
            except BankConflict as conflict:
                log.critical("The question bank cannot be stored: %s", conflict)
                return

    async def _try(self) -> None:
        trouble = await find_trouble(self._database, self._data_dir)
        if trouble is None:
            with suppress(DatabaseAway):
                async with self._database.transaction() as db:
                    await sync_items(db, self._bank)
                self.is_stored = True
        elif trouble != self._reported:
            log.error("Not ready: %s", trouble.message)
        self._reported = trouble


async def sync_items(db: AsyncSession, bank: Bank) -> None:
    """Store the bank's item versions: add new ones, and replace changed ones that nobody has seen.

    Several processes may do this at once.

    Raises:
        BankConflict: An item that learners have seen was changed without a new version.
    """
    columns = (col(ItemVersion.item_id), col(ItemVersion.version), col(ItemVersion.digest))
    stored = {(item_id, version): digest for item_id, version, digest in await db.exec(select(*columns))}
    items = [(name, item) for name, part in bank.technologies.items() for item in part.items]
    changed = [(name, item) for name, item in items if stored.get(_ref(item), item.digest) != item.digest]
    if changed:
        await _refuse_used(db, [item for _, item in changed])
        # One UPDATE by primary key for each row.
        await db.exec(update(ItemVersion), params=[_row(name, item) for name, item in changed])
    missing = [_row(name, item) for name, item in items if _ref(item) not in stored]
    if missing:
        await db.exec(insert_ignoring(db, ItemVersion), params=missing)


async def _refuse_used(db: AsyncSession, changed: list[Item]) -> None:
    stored = col(ItemVersion.item_id), col(ItemVersion.version)
    uses = [
        exists().where(col(table.item_id) == stored[0], col(table.item_version) == stored[1])
        for table in (AttemptItem, PracticeItem)
    ]
    query = select(*stored).where(tuple_(*stored).in_([_ref(item) for item in changed]), or_(*uses))
    used = sorted((item_id, version) for item_id, version in await db.exec(query))
    if used:
        raise BankConflict(used)


def _ref(item: Item) -> Ref:
    return item.id, item.version


def _row(technology: str, item: Item) -> dict[str, Any]:
    return {
        "item_id": item.id,
        "version": item.version,
        "technology": technology,
        "digest": item.digest,
        "content": item.content(),
    }
