"""Item versions in the database follow the bank unless answers refer to them."""

import asyncio
from pathlib import Path

import pytest
from sqlmodel import col, select

from tests import factories
from tests.conftest import FakeClock
from tests.waiting import until
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.server.models import ItemVersion, PracticeItem, PracticeSession, User
from webdev_certs.server.services.items.bank_sync import BankStore, sync_items

ITEM = "react-basics-001"


def changed(bank: Bank, **changes: object) -> Bank:
    """Return the bank with one item changed."""

    def change(item: Item) -> Item:
        return Item.model_validate(item.model_dump() | changes) if item.id == ITEM else item

    return Bank(
        TechnologyBank(part.blueprint, tuple(map(change, part.items))) for part in bank.technologies.values()
    )


async def sync(database: Database, bank: Bank) -> list[ItemVersion]:
    async with database.transaction() as db:
        await sync_items(db, bank)
    async with database.transaction() as db:
        query = select(ItemVersion).order_by(col(ItemVersion.item_id), col(ItemVersion.version))
        return list((await db.exec(query)).all())


async def use(database: Database, clock: FakeClock) -> None:
    """Show the item to a learner."""
    async with database.transaction() as db:
        user = User(email="a@example.com", full_name="A", terms_accepted_at=clock(), created_at=clock())
        db.add(user)
        await db.flush()
        practice = PracticeSession(user_id=user.id, technology="react", length=1, started_at=clock())
        db.add(practice)
        await db.flush()
        db.add(
            PracticeItem(
                technology="react",
                practice_session_id=practice.id,
                position=1,
                item_id=ITEM,
                item_version=1,
                option_order=[],
                match_order=[],
            )
        )


async def test_every_item_is_stored_once(database: Database):
    bank = factories.bank()
    stored = await sync(database, bank)
    assert len(stored) == 168
    assert await sync(database, bank) == stored
    assert {row.technology for row in stored} == {"react", "java"}
    for row in stored:
        item = Item.model_validate(row.content)
        assert bank.item(item.id, item.version) == item
        assert item.digest == row.digest


async def test_several_processes_can_start_at_once(database: Database):
    bank = factories.bank()
    await asyncio.gather(*(sync(database, bank) for _ in range(4)))
    assert len(await sync(database, bank)) == 168


async def test_a_new_version_is_added_beside_the_old(database: Database, clock: FakeClock):
    bank = factories.bank()
    await sync(database, bank)
    await use(database, clock)
    stored = await sync(database, changed(bank, version=2, stem="Reworded?"))
    assert [(row.version, row.content["stem"][:8]) for row in stored if row.item_id == ITEM] == [
        (1, "Question"),
        (2, "Reworded"),
    ]


async def test_an_item_that_nobody_has_seen_may_change(database: Database):
    bank = factories.bank()
    await sync(database, bank)
    stored = await sync(database, changed(bank, stem="Reworded?"))
    (row,) = [row for row in stored if row.item_id == ITEM]
    assert row.content["stem"] == "Reworded?"


async def test_an_item_that_learners_have_seen_keeps_its_content(
    database: Database, clock: FakeClock, caplog: pytest.LogCaptureFixture
):
    bank = factories.bank()
    await sync(database, bank)
    await use(database, clock)
    reworded = changed(bank, stem="Reworded?")
    async with database.transaction() as db:
        in_use = await sync_items(db, reworded)
    assert in_use.item(ITEM, 1) == bank.item(ITEM, 1) != reworded.item(ITEM, 1)
    assert f"raise the version of: {ITEM} (version 1)" in caplog.text
    stored = await sync(database, reworded)
    assert [row.content["stem"][:8] for row in stored if row.item_id == ITEM] == ["Question"]


async def test_a_pretest_item_moves_to_certification_and_back_without_a_new_version(
    database: Database, caplog: pytest.LogCaptureFixture
):
    pretest = changed(factories.bank(), pool="pretest")
    assert {item.id for item in pretest.get("react").pretest} == {ITEM}
    await sync(database, pretest)
    for bank in (factories.bank(), pretest):
        async with database.transaction() as db:
            assert await sync_items(db, bank) is bank
    assert not caplog.text


@pytest.mark.parametrize(
    ("pool", "changes"), [("pretest", {"stem": "Reworded?"}), ("practice", {"pool": "pretest"})]
)
async def test_without_a_new_version_pretest_items_keep_their_content_and_practice_items_their_pool(
    database: Database, clock: FakeClock, pool: str, changes: dict[str, str]
):
    bank = changed(factories.bank(), pool=pool)
    await sync(database, bank)
    await use(database, clock)
    async with database.transaction() as db:
        in_use = await sync_items(db, changed(bank, **changes))
    assert in_use.item(ITEM, 1) == bank.item(ITEM, 1)


async def test_a_fault_after_an_outage_is_logged_once_and_the_bank_is_stored_after_it(
    database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Without a word, a process that started during an outage would never become ready."""
    faults = [DatabaseUnavailable("gone"), LookupError("a key is missing"), LookupError("a key is missing")]

    async def prepare(_db: AsyncSession) -> None:
        if faults:
            raise faults.pop(0)

    store = BankStore(database, factories.bank(), tmp_path, prepare, pause_seconds=0.01)
    async with store.running(lambda _bank: None):
        await until(lambda: store.is_stored)
    logged = [str(record.exc_info[1]) for record in caplog.records if record.exc_info]
    assert logged == ["a key is missing"]
