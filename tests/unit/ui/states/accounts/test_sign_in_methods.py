"""The profile's linked services."""

from typing import Any
from uuid import UUID

from tests.factories import PASSWORD, Account
from tests.unit.ui.states.accounts.test_profile import load
from tests.unit.ui.states.browser import Tab
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models.identities import Identity
from webdev_certs.ui.states.accounts.sign_in_methods import MethodState, SignInMethodsState


async def link(resources: Resources, account: Account, *, provider: Any = "github") -> None:
    async with resources.database.transaction() as db:
        db.add(
            Identity(
                user_id=UUID(account.user["id"]),
                provider=provider,
                subject="7",
                email="ada@work.example",
                created_at=resources.clock(),
            )
        )


async def test_a_linked_service_can_be_unlinked(own_tab: Tab, account: Account, resources: Resources):
    await link(resources, account)
    await load(own_tab)
    shown = own_tab.state(SignInMethodsState)
    assert [(row.name, row.email) for row in shown.rows] == [("GitHub", "ada@work.example")]
    assert shown.linked == ["github"]
    form = own_tab.state(MethodState)
    await own_tab.fire(MethodState.ask_unlink, shown.rows[0].identity_id, "GitHub", shown.rows[0].email)
    assert (form.action, form.service) == ("unlink", "GitHub")
    for wrong in ("", "not my password"):
        await own_tab.fire(MethodState.change, {"method_password": wrong})
        assert list(form.field_errors) == ["method_password"]
    assert shown.linked == ["github"]
    click = {"method_password": PASSWORD, "submission": str(form.submission)}
    await own_tab.fire(MethodState.change, dict(click))
    assert (shown.rows, shown.linked) == ([], [])
    assert (form.action, form.notice) == ("", "GitHub is unlinked.")
    # The second half of a double click leaves what the first one says.
    await own_tab.fire(MethodState.change, dict(click))
    assert (form.action, form.notice) == ("", "GitHub is unlinked.")
    # A second click changes nothing.
    assert await own_tab.fire(MethodState.change, {"method_password": PASSWORD}) == []
