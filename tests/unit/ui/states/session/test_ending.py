"""Every way out of a login session resets every state of the tab, so that the next user sees nothing."""

import dataclasses
import pkgutil
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import pytest
import reflex as rx

from tests.factories import Account, register
from tests.unit.ui.states.browser import StorageVar, Tab, own_fields, storage_key, storage_vars
from webdev_certs.schemas.auth import AuthResponse
from webdev_certs.ui import states
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.accounts.profile import DeletionState, ProfileState
from webdev_certs.ui.states.accounts.social import SocialState, handle_event
from webdev_certs.ui.states.payments.plans import PricesState
from webdev_certs.ui.states.public.figures import FiguresState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.locale import ZoneState
from webdev_certs.ui.states.session.ownership import ConnectionState
from webdev_certs.ui.states.session.session import SessionState

CONNECTION = "first"
LEFT = "left by the user before"
TOKENS = ("access_token", "refresh_token", "user")
OF_NO_USER = {ConnectionState, FiguresState, PricesState, ZoneState}
"""States of the tab, the device and the product. They outlast a login session."""

for module in pkgutil.walk_packages(states.__path__, f"{states.__name__}."):
    import_module(module.name)

KINDS: list[Any] = sorted(
    (kind for kind in rx.State.get_substates() if kind.__module__.startswith(states.__name__)),
    key=lambda kind: kind.__name__,
)


def another(value: Any) -> Any:
    """Return a value of the same type that is not the default."""
    match value:
        case bool():
            return not value
        case str():
            return LEFT
        case int() | float():
            return value + 7
        case list():
            return [LEFT]
        case dict():
            return {LEFT: LEFT}
        case None:
            return True
        case _ if dataclasses.is_dataclass(value) and not isinstance(value, type):
            first, *_ = dataclasses.fields(value)
            return dataclasses.replace(value, **{first.name: another(getattr(value, first.name))})
    raise NotImplementedError(f"a value other than {value!r}")


def fill(tab: Tab, account: Account) -> None:
    """Leave something of the user in every field of every state, while the user is signed in."""
    for kind in set(KINDS) - OF_NO_USER:
        for name in own_fields(kind):
            setattr(tab.state(kind), name, another(kind.get_fields()[name].default_value()))
    tab.sign_in(account)


def left(tab: Tab) -> list[str]:
    """Return the fields that still hold something of the user, not of the browser."""
    fresh, found = Tab(), []
    for kind in set(KINDS) - {ConnectionState}:
        for name in own_fields(kind):
            if (getattr(tab.state(kind), name) or None) != (getattr(fresh.state(kind), name) or None):
                found.append(f"{kind.__name__}.{name}")
    return sorted(found)


def in_storage(tab: Tab) -> dict[str, str]:
    """Return what the browser stores: key → value."""

    def value(var: StorageVar) -> str:
        return getattr(tab.state(var.kind), var.name)

    return {key: value(group[0]) for key, group in storage_vars().items()}


# The ways out


async def logging_out(tab: Tab, account: Account, api: Any) -> None:
    await tab.fire(SessionState.logout)


async def a_failed_refresh(tab: Tab, account: Account, api: Any) -> None:
    session = tab.state(SessionState)
    session.access_token = session.refresh_token = "ended"
    with pytest.raises(ApiError, match="signed out"):
        await session.api().payment_status()


async def a_missing_refresh_token(tab: Tab, account: Account, api: Any) -> None:
    session = tab.state(SessionState)
    session.access_token, session.refresh_token = "ended", ""
    with pytest.raises(ApiError, match="No refresh token available"):
        await session.api().payment_status()


async def the_guard(tab: Tab, account: Account, api: Any) -> None:
    session = tab.state(SessionState)
    session.access_token, session.refresh_token, session.user = "ended", "ended", ""
    await tab.fire(GuardState.require_login)


async def a_social_sign_out(tab: Tab, account: Account, api: Any) -> None:
    await handle_event(tab.state(SocialState), ("SIGNED_OUT", None))


async def deleting_the_account(tab: Tab, account: Account, api: Any) -> None:
    tab.state(ProfileState).has_password = True
    tab.state(DeletionState).busy = False
    await tab.fire(DeletionState.delete, {"certificates": "revoke", "deletion_password": account.password})


async def signing_out_in_another_tab(tab: Tab, account: Account, api: Any) -> None:
    await tab.sync(CONNECTION, dict.fromkeys(storage_vars(), None))


async def removing_only_the_token(tab: Tab, account: Account, api: Any) -> None:
    others = storage_vars().keys() - {"access_token"}
    await tab.sync(CONNECTION, {"access_token": ""} | dict.fromkeys(others, ""))


async def signing_in_as_another_user(tab: Tab, account: Account, api: Any) -> None:
    other = await register(api)
    await tab.state(SessionState).store(
        AuthResponse.model_validate(
            {"access_token": other.access_token, "refresh_token": other.refresh_token, "user": other.user}
        )
    )


async def another_user_in_another_tab(tab: Tab, account: Account, api: Any) -> None:
    stored = dict.fromkeys(storage_vars(), "") | dict.fromkeys(TOKENS, "of another user")
    await tab.sync(CONNECTION, stored)


async def another_user_while_disconnected(tab: Tab, account: Account, api: Any) -> None:
    await tab.fire(ConnectionState.leave, CONNECTION)
    await tab.hydrate("second", dict.fromkeys(TOKENS, "of another user"))


async def signing_out_while_disconnected(tab: Tab, account: Account, api: Any) -> None:
    await tab.fire(ConnectionState.leave, CONNECTION)
    await tab.hydrate("second", {})


ENDING = [
    logging_out,
    a_failed_refresh,
    a_missing_refresh_token,
    the_guard,
    a_social_sign_out,
    deleting_the_account,
    signing_out_in_another_tab,
    removing_only_the_token,
    signing_out_while_disconnected,
]
REPLACING = [signing_in_as_another_user, another_user_in_another_tab, another_user_while_disconnected]


@pytest.mark.parametrize("way_out", [*ENDING, *REPLACING], ids=lambda way: way.__name__)
async def test_every_way_out_resets_every_state(
    own_tab: Tab, account: Account, api: Any, way_out: Callable[[Tab, Account, Any], Awaitable[None]]
):
    own_tab.open("/dashboard/profile")
    await own_tab.hydrate(CONNECTION, in_storage(own_tab))
    fill(own_tab, account)
    assert len(left(own_tab)) > 100, "nothing would be tested"
    await way_out(own_tab, account, api)
    kept = {"SessionState.loading", "DeletionState.submission", "DeletionState.version", "ToastState.latest"}
    if way_out in REPLACING:
        kept |= {f"SessionState.{name}" for name in TOKENS}
        assert own_tab.state(SessionState).refresh_token != account.refresh_token
    else:
        assert not own_tab.state(SessionState).is_authenticated
    assert set(left(own_tab)) <= kept
    assert LEFT not in own_tab.shown(*KINDS)


def test_all_tabs_follow_what_the_browser_stores():
    """Otherwise a tab would keep what another tab has removed."""
    for group in storage_vars().values():
        for var in group:
            default: Any = var.kind.get_fields()[var.name].default
            # Session storage belongs to one tab.
            assert isinstance(default, rx.SessionStorage) or default.sync, f"{var.kind.__name__}.{var.name}"


def test_the_states_are_found():
    assert len(KINDS) > 25
    assert storage_key(SessionState, "user") == "user"
