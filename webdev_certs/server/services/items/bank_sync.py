"""Store the item versions of the question bank in the database, where answers refer to them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import exists, or_, tuple_
from sqlmodel import col, select, update

from webdev_certs.server.content.bank import Bank, load_bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.database.readiness import Trouble, find_trouble
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.models.exams import AttemptItem
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.models.practice import PracticeItem
from webdev_certs.server.services.items.shown_without_key import Ref
from webdev_certs.server.services.shared.background_tasks import in_background, pause
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.settings import Settings

log = logging.getLogger(__name__)

IDS_A_QUERY = 10_000
"""Both databases take at most about 32,000 values in a statement."""


def load_configured_bank(settings: Settings, signing_key: SigningKey) -> Bank:
    """Read the built-in bank with those of the settings.

    Raises:
        content.bank.BankError: The question bank has faults.
    """
    return load_bank(settings.question_bank_dirs, configured_seed(settings, signing_key))


def configured_seed(settings: Settings, signing_key: SigningKey) -> str:
    """Return the secret from which all processes of a deployment make the same instances.

    It is `item_seed`, or else derived from the signing key.
    """
    configured = settings.item_seed
    return configured.get_secret_value() if configured else signing_key.derive("items").hex()


class BankStore:
    """Stores the bank when the process starts, or as soon as the database can take it.

    Attributes:
        is_stored: Whether it is stored; attempts and practice need that.
    """

    def __init__(
        self,
        database: Database,
        bank: Bank,
        data_dir: Path,
        prepare: Callable[[AsyncSession], Awaitable[object]] | None = None,
        *,
        pause_seconds: float = 2,
    ) -> None:
        """Set up the storing of the bank; `running` does it.

        Args:
            database: Where the bank is stored.
            bank: The question bank.
            data_dir: The folder for data, checked like the database.
            prepare: What else is stored, in the same transaction.
            pause_seconds: How long to wait between two tries.
        """
        self.is_stored = False
        self._database = database
        self._bank = bank
        self._data_dir = data_dir
        self._prepare = prepare
        self._pause_seconds = pause_seconds
        self._reported: Trouble | None = None
        self._failure: str | None = None
        self._stopping = asyncio.Event()

    @asynccontextmanager
    async def running(self, use: Callable[[Bank], None]) -> AsyncIterator[None]:
        """Store the bank, and try again in the background while the database cannot take it.

        Args:
            use: Takes the bank that `sync_items` returns.
        """
        await self._try(use)
        async with in_background(self._until_stored(use), "question bank", self._stopping.set):
            yield

    async def _until_stored(self, use: Callable[[Bank], None]) -> None:
        while not self.is_stored and not self._stopping.is_set():
            await pause(self._pause_seconds, self._stopping)
            try:
                await self._try(use)
            except Exception as error:
                # At the start it ends the process. Here it would end only the tries, and nobody would learn
                # why the process never becomes ready.
                if str(error) != self._failure:
                    self._failure = str(error)
                    log.exception("Not ready: the question bank could not be stored")

    async def _try(self, use: Callable[[Bank], None]) -> None:
        trouble = await find_trouble(self._database, self._data_dir)
        if trouble is None:
            with suppress(DatabaseUnavailable):
                async with self._database.transaction() as db:
                    if self._prepare:
                        await self._prepare(db)
                    bank = await sync_items(db, self._bank)
                use(bank)
                self.is_stored = True
        elif trouble != self._reported:
            log.error("Not ready: %s", trouble.message)
        self._reported = trouble


async def sync_items(db: AsyncSession, bank: Bank) -> Bank:
    """Store the bank's item versions: add new ones, and replace changed ones that nobody has seen.

    An item that learners have seen may have changed without a new version, for example by a corrected typing
    error. Its stored content stays, because answers refer to it, and a warning is logged.

    Several processes may do this at once.

    Returns:
        The bank to use: the given one, with the stored content of such items.
    """
    items = [(name, item) for name, part in bank.technologies.items() for item in part.items]
    stored = await _stored_digests(db, {item.id for _, item in items})
    changed = [(name, item) for name, item in items if stored.get(_ref(item), item.digest) != item.digest]
    kept = await _seen_contents(db, [item for _, item in changed]) if changed else {}
    unseen = [_row(name, item) for name, item in changed if _ref(item) not in kept]
    if unseen:
        # One UPDATE by primary key for each row.
        await db.exec(update(ItemVersion), params=unseen)
    missing = [_row(name, item) for name, item in items if _ref(item) not in stored]
    if missing:
        await db.exec(insert_ignoring(db, ItemVersion), params=missing)
    if not kept:
        return bank
    names = ", ".join(f"{item_id} (version {version})" for item_id, version in sorted(kept))
    log.warning(
        "changed without a new version, so the stored content is used; raise the version of: %s", names
    )
    parts = (
        replace(part, items=tuple(kept.get(_ref(item), item) for item in part.items))
        for part in bank.technologies.values()
    )
    return Bank(parts, bank.seed)


async def _stored_digests(db: AsyncSession, item_ids: set[str]) -> dict[Ref, str]:
    """Return the digests of the stored versions of these items.

    The table also has an instance of each question that an exam has asked, which are not read.
    """
    query = select(ItemVersion.item_id, ItemVersion.version, ItemVersion.digest)
    ids = sorted(item_ids)
    return {
        (item_id, version): digest
        for start in range(0, len(ids), IDS_A_QUERY)
        for item_id, version, digest in await db.exec(
            query.where(col(ItemVersion.item_id).in_(ids[start : start + IDS_A_QUERY]))
        )
    }


async def _seen_contents(db: AsyncSession, changed: list[Item]) -> dict[Ref, Item]:
    """Return the stored versions of those of the items that learners have seen."""
    stored = col(ItemVersion.item_id), col(ItemVersion.version)
    uses = [
        exists().where(col(table.item_id) == stored[0], col(table.item_version) == stored[1])
        for table in (AttemptItem, PracticeItem)
    ]
    query = select(ItemVersion).where(tuple_(*stored).in_([_ref(item) for item in changed]), or_(*uses))
    rows = await db.exec(query)
    current = {_ref(item): item for item in changed}
    return {
        (row.item_id, row.version): _kept(Item.model_validate(row.content), current[row.item_id, row.version])
        for row in rows
    }


def _kept(stored: Item, current: Item) -> Item:
    """Return the stored item with the bank's pool and calibration, which may change without a new version."""
    is_pretest = stored.pool == "certification" and current.pool == "pretest"
    pool = "pretest" if is_pretest else stored.pool
    return stored.model_copy(update={"calibration": current.calibration, "pool": pool})


def _ref(item: Item) -> Ref:
    return item.id, item.version


def _row(technology: str, item: Item) -> dict[str, Any]:
    return {
        "item_id": item.id,
        "version": item.version,
        "technology": technology,
        "digest": item.digest,
        "content": item.frozen_content(),
    }
