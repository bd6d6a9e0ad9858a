"""Calibration of practice items from first answers."""

import numpy as np
import pytest

from tests import factories
from tests.author import item_model
from tests.conftest import FakeClock
from tests.stored_practice import LENGTH, store_practice
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.database.engine import Database
from webdev_certs.server.services.items.bank_sync import sync_items
from webdev_certs.server.services.items.calibration import calibrate_items, revisions
from webdev_certs.server.services.items.parameters import (
    CalibratedParameters,
    add_revisions,
    parameters_in_use,
)
from webdev_certs.server.services.items.statistics import PRACTICE_ANSWERS, read_practice

LEARNERS = 500


@pytest.fixture
def part() -> TechnologyBank:
    return factories.bank().get("react")


@pytest.fixture
async def practiced(database: Database, part: TechnologyBank, clock: FakeClock) -> Database:
    """Return a database with the practice of 500 learners; one item is harder than its parameters say."""
    async with database.transaction() as db:
        await sync_items(db, Bank([part]))
        await store_practice(db, part, clock(), LEARNERS, harder=2.5)
    return database


@pytest.mark.one_database
async def test_it_finds_the_practice_item_that_is_harder_than_thought(
    practiced: Database, part: TechnologyBank
):
    async with practiced.transaction() as db:
        report = await calibrate_items(db, part, "2PL", 100, practice=True)
        exams = await calibrate_items(db, part, "2PL", 2)
    assert (exams.records, exams.items, exams.skipped) == (0, (), 48)
    assert (report.records, len(report.items), report.skipped, report.converged) == (LEARNERS, 36, 0, True)
    assert {item.id for item in report.items} == {item.id for item in part.practice}
    # No practice item has a part in the cut score.
    assert report.angoff_cut is None
    worst = max(report.items, key=lambda item: item.drift)
    assert worst.id == part.practice[0].id
    assert "drift" in worst.remark
    assert worst.parameters.b > worst.in_use.b + 1
    others = [item for item in report.items if item is not worst]
    differences = [item.parameters.b - item.in_use.b for item in others]
    assert np.mean(np.abs(differences)) < 0.4


async def test_only_first_answers_count(practiced: Database, part: TechnologyBank):
    async with practiced.transaction() as db:
        learners = await read_practice(db, "react")
        report = await calibrate_items(db, part, "1PL", 100, practice=True)
    assert len(learners) == LEARNERS
    # The third practice session of each learner has the items of the first.
    assert {len(answers) for answers in learners} == {2 * LENGTH}
    assert sum(item.answers for item in report.items) == LEARNERS * 2 * LENGTH
    hardest = min(report.items, key=lambda item: item.facility)
    # With the repeated answers, all of them right, it would be above a third.
    assert hardest.facility < 0.3


async def test_only_the_first_answers_of_a_frequent_learner_count(
    database: Database, part: TechnologyBank, clock: FakeClock
):
    many = TechnologyBank(
        part.blueprint,
        tuple(
            item.model_copy(update={"id": f"{item.id}{letter}"}) for item in part.practice for letter in "abc"
        ),
    )
    async with database.transaction() as db:
        await sync_items(db, Bank([many]))
        await store_practice(db, many, clock(), 1, finished=8)
        (answers,) = await read_practice(db, "react")
        assert await read_practice(db, "java") == []
    assert len({answer.item_id for answer in answers}) == len(answers) == PRACTICE_ANSWERS == 60


@pytest.mark.one_database
async def test_only_the_first_instance_of_an_item_model_counts(
    database: Database, part: TechnologyBank, clock: FakeClock
):
    names = [f"react-basics-m001-0000000{n}" for n in range(6)]
    instances = [
        part.practice[0].model_copy(update={"id": name, "model": "react-basics-m001"}) for name in names
    ]
    tree = item_model(id="react-basics-m001", topic=instances[0].topic, pool="practice")
    model = ProgramModel.model_validate(tree)
    family = TechnologyBank(part.blueprint, (*instances, *part.practice[1:]), models=(model,))
    async with database.transaction() as db:
        await sync_items(db, Bank([family]))
        await store_practice(db, family, clock(), 300, finished=3)
        learners = await read_practice(db, "react")
        report = await calibrate_items(db, family, "1PL", 100, practice=True)
    counts = [sum(answer.item_id in names for answer in answers) for answers in learners]
    assert set(counts) == {0, 1} or set(counts) == {1}
    (row,) = [item for item in report.items if item.id == "react-basics-m001"]
    assert row.answers == sum(counts)


async def test_written_parameters_are_read_again_after_each_calibration(
    practiced: Database, part: TechnologyBank, clock: FakeClock
):
    known = CalibratedParameters()
    async with practiced.transaction() as db:
        assert await known.get(db, [part]) == {}
        report = await calibrate_items(db, part, "2PL", 100, practice=True)
        await add_revisions(db, revisions(report, clock()))
    async with practiced.transaction() as db:
        found = await known.get(db, [part])
        in_use = await parameters_in_use(db, part.practice)
    row = report.items[0]
    assert found[row.id, row.version] == row.parameters
    assert found == in_use.parameters
    clock.advance(days=1)
    async with practiced.transaction() as db:
        rows = revisions(report, clock())
        rows[0].difficulty += 1
        await add_revisions(db, rows)
        again = await known.get(db, [part])
    assert again[row.id, row.version].b == row.parameters.b + 1
