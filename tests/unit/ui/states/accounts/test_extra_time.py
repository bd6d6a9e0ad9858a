"""The profile's panel for extra time."""

from uuid import UUID

import pytest
from sqlmodel import select
from starlette.responses import PlainTextResponse

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.server.api.context import new_context
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import User
from webdev_certs.server.services.exams.extra_time import decide
from webdev_certs.ui.states.accounts.extra_time import AskExtraTimeState, ExtraTimeState, RequestRow

FORM = {"percent": "50", "reason": "I read with a magnifier."}


async def load(tab: Tab) -> ExtraTimeState:
    await tab.fire(ExtraTimeState.load)
    return tab.state(ExtraTimeState)


async def decided(resources: Resources, account: Account, *, granted: bool, note: str | None = None) -> None:
    async with resources.database.transaction() as db:
        user = (await db.exec(select(User).where(User.id == UUID(account.user["id"])))).one()
        await decide(new_context(resources, db), user, granted=granted, note=note)


async def test_a_request_shows_as_open_and_then_as_decided(
    own_tab: Tab, account: Account, resources: Resources, clock: FakeClock
):
    shown = await load(own_tab)
    assert (shown.phase, shown.granted, shown.is_open, shown.rows) == ("ready", 0, False, [])
    await own_tab.fire(AskExtraTimeState.ask, FORM)
    assert own_tab.state(AskExtraTimeState).notice == "Your request is sent. We will mail you the decision."
    assert (shown.granted, shown.is_open) == (0, True)
    assert shown.rows == [RequestRow("50% more time", "Asked on 2 March 2026", "")]
    clock.advance(minutes=5)
    await decided(resources, account, granted=True, note="Good luck!")
    shown = await load(own_tab)
    assert (shown.granted, shown.is_open) == (50, False)
    assert shown.rows == [RequestRow("50% more time", "Granted on 2 March 2026", "Good luck!")]
    await own_tab.fire(AskExtraTimeState.ask, FORM | {"percent": "100"})
    await decided(resources, account, granted=False)
    shown = await load(own_tab)
    assert shown.granted == 50
    assert [row.state for row in shown.rows if row.time.startswith("100")] == ["Refused on 2 March 2026"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"percent": ""}, "percent"), ({"percent": "30"}, "percent"), ({"reason": " "}, "reason")],
)
async def test_what_is_missing_is_reported_at_its_field(
    own_tab: Tab, wire: Wire, changes: dict[str, str], field: str
):
    shown = await load(own_tab)
    await own_tab.fire(AskExtraTimeState.ask, FORM | changes)
    assert list(own_tab.state(AskExtraTimeState).field_errors) == [field]
    assert "POST" not in {call.method for call in wire.calls}
    assert shown.rows == []


async def test_a_second_request_is_refused_in_words(own_tab: Tab):
    await load(own_tab)
    await own_tab.fire(AskExtraTimeState.ask, FORM)
    await own_tab.fire(AskExtraTimeState.ask, FORM)
    assert "asked for extra time already" in own_tab.state(AskExtraTimeState).form_error


async def test_a_server_error_is_shown(own_tab: Tab, wire: Wire):
    wire.instead("/api/profile/extra-time", PlainTextResponse("", 500))
    shown = await load(own_tab)
    assert (shown.phase, shown.error) == ("error", "The server gave an unexpected answer.")
