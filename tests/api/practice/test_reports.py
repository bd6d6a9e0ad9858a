"""What the end of a practice session says to everybody about the estimate of their ability."""

import httpx
import pytest

from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import answer_all, finish, read


async def test_the_report_says_what_the_answers_did_to_the_estimate(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    async def change(*, right: bool, **form: str) -> dict:
        clock.advance(seconds=60)
        state = await finish(api, account, right=right, clock=clock, **form)
        return (await read(api, account, state, "/report")).json()["estimate"]

    first = await change(right=True)
    assert (first["before"], first["counted"], first["cut_score"]) == (None, 10, 500)
    assert first["after"]["low"] < first["after"]["score"] < first["after"]["high"]
    second = await change(right=False)
    # The estimate before is the one after the last practice.
    assert second["before"] == first["after"]
    assert second["after"]["score"] < second["before"]["score"]


@pytest.mark.one_database
async def test_answers_that_do_not_count_change_no_estimate(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    """Only the first answer to an item counts, because its feedback shows the key."""
    state = await finish(api, account, right=False, clock=clock)
    clock.advance(seconds=60)
    place = f"/api/practice/{state['practice_session_id']}/retry"
    again = (await api.post(place, headers=account.headers)).json()
    again = await answer_all(api, account, again, clock=clock)
    assert (await read(api, account, again, "/report")).json()["estimate"] is None
