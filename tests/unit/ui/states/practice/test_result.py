"""Full reviews of practice rounds."""

import httpx

from tests.answering import start_exam
from tests.factories import Account
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.lasting import settings
from tests.unit.ui.states.practice.taking import take_practice
from webdev_certs.ui.states.practice.result import PracticeResultState
from webdev_certs.ui.states.session.guards import GuardState

__all__ = ["settings"]

NOWHERE = "00000000-0000-4000-8000-000000000000"


async def test_the_review_is_shown_with_paid_access(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account
):
    own_tab.open(f"/practice-results/{await take_practice(api, account)}")
    assert await own_tab.fire(GuardState.require_payment) == []
    await own_tab.fire(PracticeResultState.load)
    review = own_tab.state(PracticeResultState)
    assert (review.phase, review.heading, review.technology_id) == ("ready", "React practice", "react")
    assert (review.correct, review.length, review.finished) == (5, 10, "2 March 2026, 09:00 UTC")
    assert sum(topic.total for topic in review.topics) == 10
    assert [item.position for item in review.items] == list(range(1, 11))
    assert [item.correct for item in review.items] == [False] * 5 + [True] * 5
    assert all(item.item.stem and item.reference_url for item in review.items)


async def test_the_review_is_not_requested_without_paid_access(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, wire: Wire
):
    """The guard's redirect does not stop the handler that loads the review."""
    own_tab.open(f"/practice-results/{await take_practice(api, account)}")
    assert redirect(await own_tab.fire(GuardState.require_payment))
    await own_tab.fire(PracticeResultState.load)
    review = own_tab.state(PracticeResultState)
    assert (review.phase, review.items) == ("loading", [])
    assert not [path for path in wire.paths() if path.endswith("/result")]


async def test_an_unfinished_practice_session_has_no_review(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account
):
    for practice_session_id, phase in (
        (await take_practice(api, account, 3), "unfinished"),
        (NOWHERE, "missing"),
    ):
        own_tab.open(f"/practice-results/{practice_session_id}")
        await own_tab.fire(GuardState.require_payment)
        await own_tab.fire(PracticeResultState.load)
        assert own_tab.state(PracticeResultState).phase == phase


async def test_the_review_waits_for_the_end_of_a_test_in_the_same_technology(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account
):
    own_tab.open(f"/practice-results/{await take_practice(api, account)}")
    await start_exam(api, account)
    await own_tab.fire(GuardState.require_payment)
    await own_tab.fire(PracticeResultState.load)
    review = own_tab.state(PracticeResultState)
    assert (review.phase, review.items) == ("waiting", [])
    assert review.error
