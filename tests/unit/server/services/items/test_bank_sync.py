"""Item versions in the database follow the bank, but never change under answers."""

import asyncio

import pytest
from sqlmodel import col, select

from tests import factories
from tests.conftest import FakeClock
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.models import ItemVersion, PracticeItem, PracticeSession, User
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.items.bank_sync import BankConflict, sync_items

ITEM = "react-basics-001"


def changed(bank: Bank, **changes: object) -> Bank:
    """The bank with one item changed."""

    def change(item: Item) -> Item:
        return Item.model_validate(item.model_dump() | changes) if item.id == ITEM else item

    return Bank(
        TechnologyBank(part.blueprint, tuple(map(change, part.items))) for part in bank.technologies.values()
    )


async def sync(database: Database, bank: Bank) -> list[ItemVersion]:
    async with database.session_scope() as session:
        await sync_items(session, bank)
    async with database.session_scope() as session:
        query = select(ItemVersion).order_by(col(ItemVersion.item_id), col(ItemVersion.version))
        return list((await session.exec(query)).all())


async def use(database: Database, clock: FakeClock) -> None:
    """Lets a learner meet the item."""
    async with database.session_scope() as session:
        user = User(email="a@example.com", full_name="A", terms_accepted_at=clock(), created_at=clock())
        session.add(user)
        await session.flush()
        practice = PracticeSession(user_id=user.id, technology="react", length=1, started_at=clock())
        session.add(practice)
        await session.flush()
        session.add(
            PracticeItem(
                session_id=practice.id,
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
    assert len(stored) == 72
    assert await sync(database, bank) == stored
    assert {row.technology for row in stored} == {"react", "java"}
    for row in stored:
        item = Item.model_validate(row.content)
        assert bank.item(item.id, item.version) == item
        assert item.digest == row.digest


async def test_several_processes_may_start_at_once(database: Database):
    bank = factories.bank()
    await asyncio.gather(*(sync(database, bank) for _ in range(4)))
    assert len(await sync(database, bank)) == 72


async def test_a_new_version_is_added_beside_the_old(database: Database, clock: FakeClock):
    bank = factories.bank()
    await sync(database, bank)
    await use(database, clock)
    stored = await sync(database, changed(bank, version=2, stem="Reworded?"))
    assert [(row.version, row.content["stem"][:8]) for row in stored if row.item_id == ITEM] == [
        (1, "Question"),
        (2, "Reworded"),
    ]


async def test_an_item_that_no_one_has_met_may_change(database: Database):
    bank = factories.bank()
    await sync(database, bank)
    stored = await sync(database, changed(bank, stem="Reworded?"))
    (row,) = [row for row in stored if row.item_id == ITEM]
    assert row.content["stem"] == "Reworded?"


async def test_an_item_that_learners_have_met_may_not(database: Database, clock: FakeClock):
    bank = factories.bank()
    await sync(database, bank)
    await use(database, clock)
    with pytest.raises(BankConflict, match=r"react-basics-001 \(version 1\)") as conflict:
        await sync(database, changed(bank, stem="Reworded?"))
    assert conflict.value.items == [(ITEM, 1)]
