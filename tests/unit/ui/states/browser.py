"""A browser tab without a browser: real states, whose handlers are called as events would call them."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from urllib.parse import parse_qs, urlsplit

import reflex as rx

from tests.factories import Account
from webdev_certs.schemas.auth import User
from webdev_certs.ui.reflex_internals import (
    HYDRATION,
    STORAGE_SYNC,
    RouterData,
    event_arguments,
    in_background,
    name_in_browser,
    state_kinds,
)
from webdev_certs.ui.states.session.ownership import Ownership
from webdev_certs.ui.states.session.screens import LoadedScreenState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.unawaited import finish_background_work

ORIGIN = "http://certs.test"
S = TypeVar("S", bound=rx.State)


@dataclass(frozen=True)
class Effect:
    """An instruction of a handler to the browser: `redirect`, `set_focus`, `download`."""

    name: str
    args: dict[str, Any]


@dataclass(frozen=True)
class StorageVar:
    """A var that the browser stores."""

    kind: type[rx.State]
    name: str

    @property
    def full_name(self) -> str:
        return name_in_browser(self.kind, self.name)


class Tab:
    """One tab: its states, its URL, and its local storage."""

    def __init__(self) -> None:
        self._root = rx.State()
        # Without it, an event in the background would take the tab for one that was lost.
        self._root.router_data = {"token": "tab"}
        self._lock = asyncio.Lock()
        self.url = ""

    def state(self, kind: type[S]) -> S:
        """Return the tab's instance of a state."""
        return cast(S, self._root.get_substate(kind.get_full_name().split(".")))

    def open(self, url: str, *, origin: str = ORIGIN, client_ip: str = "", connection: str = "") -> None:
        """Show a path of the product in the address bar, without loading anything."""
        self.url = url
        headers = {"origin": origin, "user-agent": "Tab/1.0"}
        is_new = connection != self._root.router.session.session_id
        self._root.router = RouterData.from_router_data(
            {"asPath": url, "headers": headers, "ip": client_ip, "sid": connection}
        )
        if is_new:
            self.state(LoadedScreenState).note_connection()

    def in_another_process(self) -> "Tab":
        """Return the tab as a process knows it that it has just connected to: by what the browser stores."""
        tab = Tab()
        for var in (var for group in storage_vars().values() for var in group):
            setattr(tab.state(var.kind), var.name, getattr(self.state(var.kind), var.name))
        tab.open(self.url, connection="another")
        return tab

    def sign_in(self, account: Account) -> None:
        """Store what a sign-in returned."""
        session = self.state(SessionState)
        session.access_token, session.refresh_token = account.access_token, account.refresh_token
        session.store_user(User.model_validate(account.user))
        session.loading = False

    async def hydrate(self, connection: str, stored: Mapping[str, str]) -> None:
        """Begin a connection, as a page does with what its browser stores: key → value."""
        found = storage_vars()
        values = {
            var.full_name: stored[key] for key, group in found.items() if key in stored for var in group
        }
        assert await self.accepts(HYDRATION, connection, values)
        for key, group in found.items():
            self._store(group, stored.get(key, ""))

    async def sync(self, connection: str, stored: Mapping[str, str | None]) -> None:
        """Report what another tab has stored, or removed, as a page does: one event for each key."""
        for key, value in stored.items():
            group = storage_vars()[key]
            if await self.accepts(STORAGE_SYNC, connection, {var.full_name: value for var in group}):
                self._store(group, value)

    async def accepts(self, event: str, connection: str, stored: Any = None) -> bool:
        """Check a browser's event as the app does; return whether it would be handled."""
        payload = {"vars": stored} if stored is not None else {}
        sent = rx.event.Event(name=event, payload=payload, router_data={"sid": connection})
        return await Ownership().preprocess(cast(rx.App, None), self._root, sent) is None

    def _store(self, group: list[StorageVar], value: str | None) -> None:
        for var in group:
            setattr(self.state(var.kind), var.name, value)

    async def load(self, kind: type[S], url: str = "") -> S:
        """Load a screen, by default where the tab is, and return its state."""
        if url:
            self.open(url)
        await self.fire(cast(Any, kind).load)
        return self.state(kind)

    async def stream(self, handler: Any, *args: Any):
        """Run a handler step by step, and yield the effects of each step."""
        state = self.state(handler.state)
        # By name, as Reflex passes what an event carries.
        names = list(inspect.signature(handler.fn).parameters)[1:]
        carried = dict(zip(names, args, strict=False))
        if handler.is_background:
            with in_background(state, self._locked) as background:
                effects = _effects(await handler.fn(background, **carried))
            yield effects
            return
        result = handler.fn(state, **carried)
        if inspect.isasyncgen(result):
            async for events in result:
                yield _effects(events)
        elif inspect.isawaitable(result):
            yield _effects(await result)
        else:
            yield _effects(result)

    @property
    def is_locked(self) -> bool:
        """Whether an event in the background keeps the other events of the tab from being handled."""
        return self._lock.locked()

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[rx.State]:
        async with self._lock:
            yield self._root

    async def fire(self, handler: Any, *args: Any) -> list[Effect]:
        """Run a handler to its end, with the work it leaves in the background, and return all its effects."""
        effects = [effect async for step in self.stream(handler, *args) for effect in step]
        await finish_background_work()
        return effects

    def shown(self, *kinds: type[rx.State]) -> str:
        """Return everything that the browser is sent of these states, as one text."""
        return repr([self.state(kind).dict(include_computed=True) for kind in kinds])


def redirect(effects: list[Effect]) -> str | None:
    """Return where the one redirect leads, or None without one."""
    targets = [effect.args["path"] for effect in effects if effect.name == "redirect"]
    assert len(targets) <= 1
    return targets[0] if targets else None


def query(url: str) -> dict[str, str]:
    """Return the query parameters of a URL, which must not repeat."""
    parameters = parse_qs(urlsplit(url).query, strict_parsing=True)
    assert all(len(values) == 1 for values in parameters.values())
    return {name: values[0] for name, values in parameters.items()}


def storage_vars() -> dict[str, list[StorageVar]]:
    """Return the vars of all states that are stored under each key of local storage."""
    found: dict[str, list[StorageVar]] = {}
    for kind in state_kinds():
        for name in own_fields(kind):
            if key := storage_key(kind, name):
                found.setdefault(key, []).append(StorageVar(kind, name))
    return found


def _effects(events: Any) -> list[Effect]:
    if events is None:
        return []
    return [
        Effect(
            event.handler.fn.__qualname__.removeprefix("_"),
            event_arguments(event),
        )
        for event in (events if isinstance(events, list | tuple) else [events])
    ]


def own_fields(kind: type[rx.State]) -> set[str]:
    """Return the fields that a state adds to `rx.State`."""
    return set(kind.get_fields()) - set(rx.State.get_fields())


def storage_key(kind: type[rx.State], name: str) -> str | None:
    """Return the key in local or session storage that a var is stored under."""
    default = kind.get_fields()[name].default
    return default.name if isinstance(default, rx.LocalStorage | rx.SessionStorage) else None
