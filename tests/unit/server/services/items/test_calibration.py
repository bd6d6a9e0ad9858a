"""Calibration and statistics from stored attempts, and parameters in the database."""

from uuid import UUID

import numpy as np
import pytest
from sqlmodel import col, select, update

from tests import factories
from tests.author import item_model
from tests.conftest import FakeClock
from tests.ended_attempts import store_ended_attempts
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models import Attempt, AttemptItem, ExamStart, User
from webdev_certs.server.models.items import ItemParameterRevision
from webdev_certs.server.services.items.bank_sync import sync_items
from webdev_certs.server.services.items.calibration import calibrate_items, revisions
from webdev_certs.server.services.items.parameters import add_revisions, parameters_in_use
from webdev_certs.server.services.items.statistics import (
    read_attempts,
    read_statistics,
    read_trustworthy_attempts,
)


@pytest.fixture
def part() -> TechnologyBank:
    return factories.bank().get("react")


@pytest.fixture
async def answered(database: Database, part: TechnologyBank, clock: FakeClock) -> Database:
    """Return a database with 400 attempts in which one item is harder than its parameters say."""
    async with database.transaction() as db:
        await sync_items(db, Bank([part]))
        await store_ended_attempts(db, part, clock(), 400, harder=2.5)
    return database


@pytest.mark.one_database
async def test_a_calibration_finds_the_item_that_is_harder_than_thought(
    answered: Database, part: TechnologyBank
):
    async with answered.transaction() as db:
        report = await calibrate_items(db, part, "2PL", min_answers=100)
        few = await calibrate_items(db, part, "3PL", min_answers=10_000)
    assert (few.items, few.skipped, few.angoff_cut) == ((), 48, None)
    assert (report.records, len(report.items), report.skipped, report.converged) == (400, 48, 0, True)
    assert {item.answers > 110 for item in report.items} == {True}
    worst = max(report.items, key=lambda item: item.drift)
    assert worst.id == next(item.id for item in part.items if item.pool == "certification")
    assert "drift" in worst.remark
    assert worst.parameters.b > worst.in_use.b + 1
    others = [item for item in report.items if item is not worst]
    assert np.mean([item.infit for item in others]) == pytest.approx(1, abs=0.05)
    assert all(0 < item.difficulty_error < 1 for item in others)
    assert np.mean([item.fit_probability for item in others]) == pytest.approx(0.5, abs=0.15)
    assert sum("misfit" in item.remark for item in others) <= 1


SPOILT = {"unconfirmed": 0, "ended early": 0, "out of time": 0, "rapid": 0, "one mailbox": 1}
"""What is wrong with thirty attempts → how many of them count."""


@pytest.mark.one_database
async def test_attempts_that_prove_nothing_do_not_count(
    answered: Database, part: TechnologyBank, clock: FakeClock
):
    """Nobody can move the parameters with throwaway accounts, random answers or many attempts."""
    async with answered.transaction() as db:
        honest = {attempt.id for attempt in await read_trustworthy_attempts(db, part)}
        of_kind: dict[str, set[UUID]] = {}
        for seed, spoilt in enumerate(SPOILT, start=2):
            await store_ended_attempts(db, part, clock(), 30, seed=seed)
            known = honest.union(*of_kind.values())
            rows = list(await db.exec(select(Attempt).where(col(Attempt.id).not_in(known))))
            of_kind[spoilt] = {row.id for row in rows}
            await _spoil(db, rows, spoilt)
        left = {attempt.id for attempt in await read_trustworthy_attempts(db, part)}
    assert len(honest) == 400
    assert honest <= left
    assert {spoilt: len(left & ids) for spoilt, ids in of_kind.items()} == SPOILT


async def _spoil(db: AsyncSession, rows: list[Attempt], spoilt: str) -> None:
    ids = [row.id for row in rows]
    if spoilt == "unconfirmed":
        owners = col(User.id).in_([row.user_id for row in rows])
        await db.exec(update(User).where(owners).values(email_confirmed_at=None))
    elif spoilt == "rapid":
        answers = col(AttemptItem.attempt_id).in_(ids)
        await db.exec(update(AttemptItem).where(answers).values(shown_at=col(AttemptItem.answered_at)))
    elif spoilt == "one mailbox":
        about = {"mailbox_hash": "ada", "technology": "react"}
        db.add_all([ExamStart(attempt_id=row.id, started_at=row.started_at, **about) for row in rows])
    else:
        ended_by = "submitted" if spoilt == "ended early" else "time_up"
        await db.exec(update(Attempt).where(col(Attempt.id).in_(ids)).values(ended_by=ended_by))
    await db.flush()


async def test_without_attempts_nothing_is_calibrated(database: Database, part: TechnologyBank):
    async with database.transaction() as db:
        report = await calibrate_items(db, part, "1PL", min_answers=2)
        statistics = await read_statistics(db, part)
    assert (report.records, report.items, statistics.items) == (0, (), ())


@pytest.mark.one_database
async def test_ratings_set_the_cut_of_calibrated_items(
    database: Database, part: TechnologyBank, clock: FakeClock
):
    rated = TechnologyBank(
        part.blueprint, tuple(item.model_copy(update={"angoff": 0.7}) for item in part.items)
    )
    async with database.transaction() as db:
        await sync_items(db, Bank([rated]))
        await store_ended_attempts(db, rated, clock(), 300)
        report = await calibrate_items(db, rated, "2PL", min_answers=100)
    assert report.angoff_cut is not None
    assert 450 < report.angoff_cut < 650


async def test_written_parameters_are_in_use_and_earlier_ones_stay(
    answered: Database, part: TechnologyBank, clock: FakeClock
):
    items = [item for item in part.items if item.pool == "certification"]
    async with answered.transaction() as db:
        before = await parameters_in_use(db, items)
        report = await calibrate_items(db, part, "3PL", min_answers=100)
        await add_revisions(db, revisions(report, clock()))
    assert not before.calibrated
    async with answered.transaction() as db:
        first = await parameters_in_use(db, items)
        await add_revisions(db, revisions(report, clock()))
    row = report.items[0]
    assert first.parameters[row.id, 1] == row.parameters != before.parameters[row.id, 1]
    assert len(first.calibrated) == 48
    async with answered.transaction() as db:
        stored = await db.get(ItemParameterRevision, (row.id, 1, 2))
        assert await db.get(ItemParameterRevision, (row.id, 1, 1)) is not None
    assert stored is not None
    assert (stored.answers, stored.model, stored.estimated_at) == (row.answers, "3PL", clock())


async def test_instances_of_a_model_share_its_parameters(
    database: Database, part: TechnologyBank, clock: FakeClock
):
    item = part.items[0]
    instances = [item.model_copy(update={"id": f"react-basics-m001-0000000{n}"}) for n in (1, 2)]
    row = ItemParameterRevision(
        item_id="react-basics-m001",
        item_version=1,
        revision=0,
        model="2PL",
        discrimination=1.5,
        difficulty=0.5,
        guessing=0.0,
        answers=300,
        estimated_at=clock(),
    )
    async with database.transaction() as db:
        await add_revisions(db, [row])
        in_use = await parameters_in_use(db, instances)
    assert [in_use.parameters[one.id, 1].b for one in instances] == [0.5, 0.5]


@pytest.mark.one_database
async def test_instances_of_a_model_are_calibrated_together(
    database: Database, part: TechnologyBank, clock: FakeClock
):
    first = next(item for item in part.items if item.pool == "certification")
    names = [f"react-basics-m001-0000000{n}" for n in range(6)]
    instances = [
        first.model_copy(update={"id": name, "model": "react-basics-m001", "stem": f"Variant {name}"})
        for name in names
    ]
    others = tuple(item for item in part.items if item is not first)
    model = ProgramModel.model_validate(item_model(id="react-basics-m001", topic=first.topic))
    family = TechnologyBank(part.blueprint, (*instances, *others), models=(model,))
    async with database.transaction() as db:
        await sync_items(db, Bank([family]))
        await store_ended_attempts(db, family, clock(), 400)
        report = await calibrate_items(db, family, "2PL", min_answers=100)
        attempts = await read_attempts(db, "react")
        await add_revisions(db, revisions(report, clock()))
        in_use = await parameters_in_use(db, instances)
    answers = [answer for attempt in attempts for answer in attempt.answers]
    (row,) = [item for item in report.items if "m001" in item.id]
    assert (row.id, len(report.items)) == ("react-basics-m001", 48)
    held = {
        number
        for number, attempt in enumerate(attempts)
        for answer in attempt.answers
        if family_of(answer.item_id) == row.id
    }
    assert row.answers == len(held) > 300
    assert len([answer for answer in answers if family_of(answer.item_id) == row.id]) > row.answers
    assert {in_use.parameters[name, first.version] for name in names} == {row.parameters}


async def test_statistics_follow_the_answers(answered: Database, part: TechnologyBank):
    async with answered.transaction() as db:
        report = await read_statistics(db, part)
        attempts = await read_attempts(db, "react")
    assert (report.attempts, len(report.items)) == (400, 48)
    assert 0.3 < report.alpha < 0.9
    assert sum(item.exposure for item in report.items) == pytest.approx(20)
    by_id = {item.id: item for item in report.items}
    for bank_item in (item for item in part.items if item.pool == "certification"):
        _agrees(by_id[bank_item.id], bank_item, attempts)


def _agrees(found, bank_item: Item, attempts) -> None:
    own = [answer for attempt in attempts for answer in attempt.answers if answer.item_id == bank_item.id]
    assert found.answers == len(own)
    assert found.facility == pytest.approx(sum(answer.correct for answer in own) / len(own))
    assert found.seconds == 30
    assert found.point_biserial > 0
    if bank_item.format == "single_choice":
        assert found.choices["a"] == pytest.approx(found.facility)
        assert found.choices["b"] == 0
        assert found.key == {"a"}
        assert sum(found.choices.values()) == pytest.approx(1)
