"""The id of a tab, which an access log may contain, opens nothing without the tab's login session."""

import pytest
import reflex as rx

from tests.unit.ui.states.browser import Tab, storage_key, storage_vars
from tests.unit.ui.states.records import ACCOUNT
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.practice import SampleAnswer
from webdev_certs.ui.reflex_internals import HYDRATION, STORAGE_SYNC
from webdev_certs.ui.states.accounts.profile import ExportState, ProfileState
from webdev_certs.ui.states.session.kept_sample import KeptSampleState
from webdev_certs.ui.states.session.locale import ZoneState
from webdev_certs.ui.states.session.ownership import ConnectionState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

EXPORT = f"{ExportState.get_full_name()}.download"
STORED = {"access_token": ACCOUNT.access_token, "refresh_token": ACCOUNT.refresh_token}
"""What the browser of a user stores."""
SAMPLE_ANSWER = SampleAnswer(item_id="react-1", response=ItemResponse(choices=["1"]))


@pytest.fixture
async def used_tab(learner: Tab) -> Tab:
    """A connected tab in which the owner has opened a page."""
    await learner.hydrate("first", STORED)
    learner.sign_in(ACCOUNT)
    learner.state(ProfileState).full_name = "Ada Lovelace"
    return learner


@pytest.mark.parametrize("event", [EXPORT, STORAGE_SYNC, f"{rx.State.get_full_name()}.hydrate"])
async def test_events_before_hydration_are_refused(used_tab: Tab, event: str):
    assert await used_tab.accepts(event, "first")
    assert not await used_tab.accepts(event, "second")
    await used_tab.fire(ConnectionState.leave, "first")
    assert not await used_tab.accepts(event, "second")
    assert not await used_tab.accepts(event, "first")


async def test_a_tab_loses_its_login_session_when_it_disconnects_and_regains_it_when_it_reconnects(
    used_tab: Tab,
):
    used_tab.state(PaymentState).payment_redirect = "/practice-results/1"
    await used_tab.fire(ConnectionState.leave, "first")
    session = used_tab.state(SessionState)
    assert (session.access_token, session.refresh_token, session.user) == ("", "", "")
    assert used_tab.state(PaymentState).payment_redirect == ""
    await used_tab.hydrate("second", STORED)
    assert session.refresh_token == ACCOUNT.refresh_token
    assert used_tab.state(ProfileState).full_name == "Ada Lovelace"
    assert await used_tab.accepts(EXPORT, "second")


async def test_a_late_end_of_the_connection_before_changes_nothing(used_tab: Tab):
    await used_tab.hydrate("second", STORED)
    await used_tab.fire(ConnectionState.leave, "first")
    assert used_tab.state(SessionState).refresh_token == ACCOUNT.refresh_token
    assert await used_tab.accepts(EXPORT, "second")


@pytest.mark.parametrize("has_left", [True, False])
@pytest.mark.parametrize("shown", [{}, {"refresh_token": "guessed"}, {"user": "{}"}])
async def test_without_the_login_session_a_tab_shows_nothing(
    used_tab: Tab, shown: dict[str, str], has_left: bool
):
    if has_left:
        await used_tab.fire(ConnectionState.leave, "first")
    await used_tab.hydrate("second", shown)
    assert used_tab.state(ProfileState).full_name == ""
    assert not used_tab.state(SessionState).is_authenticated


async def test_a_login_session_that_began_in_the_tab_is_needed_to_return(visitor: Tab):
    """The browser showed an empty storage when the tab connected."""
    await visitor.hydrate("first", {})
    visitor.sign_in(ACCOUNT)
    visitor.state(ProfileState).full_name = "Ada Lovelace"
    await visitor.fire(ConnectionState.leave, "first")
    await visitor.hydrate("second", {})
    assert visitor.state(ProfileState).full_name == ""


async def test_a_sign_in_elsewhere_does_not_get_the_sample_answers_of_this_tab(visitor: Tab):
    await visitor.hydrate("first", {})
    visitor.state(KeptSampleState).keep("react", [SAMPLE_ANSWER])
    assert visitor.state(KeptSampleState).sample
    await visitor.sync("first", STORED)
    assert visitor.state(SessionState).refresh_token == ACCOUNT.refresh_token
    assert visitor.state(KeptSampleState).sample == ""


async def test_a_refresh_in_another_tab_keeps_the_screens_and_another_sign_in_does_not(used_tab: Tab):
    await used_tab.sync("first", {"access_token": "refreshed"})
    assert used_tab.state(ProfileState).full_name == "Ada Lovelace"
    await used_tab.sync("first", {"refresh_token": "of another user"})
    assert used_tab.state(ProfileState).full_name == ""


async def test_what_another_tab_removes_is_removed_without_errors(used_tab: Tab, caplog):
    """Reflex logs an error about each value of a type that its var does not have."""
    shared = [
        key
        for key, (var, *_others) in storage_vars().items()
        if isinstance(var.kind.get_fields()[var.name].default, rx.LocalStorage)
    ]
    assert storage_key(ZoneState, "zone") in shared
    assert len(shared) == 7
    await used_tab.sync("first", dict.fromkeys(shared))
    session = used_tab.state(SessionState)
    assert not any((session.access_token, session.refresh_token, session.user, session.is_authenticated))
    assert caplog.messages == []


@pytest.mark.parametrize("payload", [None, 7, "text", ["a"], {"x": 1}, {"": ""}])
async def test_malformed_hydration_shows_nothing(used_tab: Tab, payload):
    await used_tab.accepts(HYDRATION, "second", payload)
    assert used_tab.state(ProfileState).full_name == ""
