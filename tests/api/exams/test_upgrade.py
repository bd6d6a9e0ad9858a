"""An upgrade from the last release: tests that are running go on, and what ended before explains itself."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from alembic import command

from tests import factories
from tests.answering import advance, pass_exam, save, start_exam, submit
from tests.api.exams.test_instances import answer_any, bank_of_models, save_any
from tests.conftest import alembic_config
from tests.factories import Account, register, sign_in
from tests.world import World
from webdev_certs.settings import Settings

RELEASE = "0024"
"""The last migration of release 0.1.0."""

pytestmark = pytest.mark.changes_tables


class Upgrade:
    """A deployment whose test asks a list of questions, and later, in its place, one that asks families."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.world = World(settings, factories.bank())

    def to_this_release(self) -> None:
        """Stop, take from the database what the release before did not have, and start what is here."""
        now = self.world.clock.now
        self.world.close()
        config = alembic_config(self._settings.database_url.get_secret_value())
        command.downgrade(config, RELEASE)
        command.upgrade(config, "head")
        self.world = World(self._settings, bank_of_models())
        self.world.clock.now = now

    def get(self, account: Account, path: str) -> dict[str, Any]:
        """Return what a path gives to the owner of the account."""
        return self.world.run(lambda api: account.through(api).read(path))


@pytest.fixture
def upgrade(settings: Settings) -> Iterator[Upgrade]:
    upgrade = Upgrade(settings)
    yield upgrade
    upgrade.world.close()


async def begin(api: httpx.AsyncClient, answers: int) -> tuple[Account, dict[str, Any]]:
    """Start a test, answer its first questions rightly, and save an answer to the next one."""
    account = await register(api)
    state = await start_exam(account)
    for _ in range(answers):
        await save(account, state)
        state = (await advance(account, state)).json()
    assert (await save(account, state)).status_code == 200
    return account, await account.read(f"/api/tests/{state['test_id']}")


async def passed(api: httpx.AsyncClient) -> tuple[Account, dict[str, Any]]:
    account = await register(api)
    return account, await pass_exam(account)


def test_running_overdue_and_ended_tests_survive_an_upgrade(upgrade: Upgrade):
    """One upgrade for all three, because upgrading is the slow part."""
    late, overdue = upgrade.world.run(lambda api: begin(api, 3))
    upgrade.world.clock.advance(minutes=44)
    holder, before = upgrade.world.run(passed)
    began, state = upgrade.world.run(lambda api: begin(api, 15))
    upgrade.world.clock.advance(minutes=2)
    upgrade.to_this_release()

    # A running test goes on and ends by the rule with which it began.
    path = f"/api/tests/{state['test_id']}"
    assert upgrade.get(began, path) == state | {"seconds_left": state["seconds_left"] - 120}

    async def go_on(api: httpx.AsyncClient) -> dict[str, Any]:
        account = began.through(api)
        following = (await advance(account, state)).json()
        while following["position"] < 20:
            following = await answer_any(account, following)
        await save_any(account, following)
        return (await submit(account, state["test_id"])).json()

    result = upgrade.world.run(go_on)
    assert (result["answered"], result["passed"], result["decided"]) == (20, True, True)
    # Its interval is that of the posterior, as attempts of that time have it, so the score is in the middle.
    assert result["low"] + result["high"] == pytest.approx(2 * result["score"], abs=1)
    assert {topic["title"] for topic in result["topics"]} == {"Basics", "State", "Effects", "Testing"}
    assert upgrade.get(began, f"{path}/result") == result
    found = upgrade.get(began, f"/api/verify/{result['certificate_number']}")
    assert (found["status"], found["score"]) == ("valid", None)

    # One whose time ran out meanwhile ends.
    account = upgrade.world.run(lambda api: sign_in(late.through(api)))
    result = upgrade.get(account, f"/api/tests/{overdue['test_id']}/result")
    assert (result["ended_by"], result["answered"], result["passed"]) == ("time_up", 4, False)

    # What ended before stays valid and explains itself.
    result = upgrade.get(holder, f"/api/tests/{before['test_id']}/result")
    same = ("score", "standard_error", "passed", "decided", "ended_by", "topics", "certificate_number")
    assert {name: result[name] for name in same} == {name: before[name] for name in same}
    assert upgrade.get(holder, f"/api/verify/{before['certificate_number']}")["status"] == "valid"
