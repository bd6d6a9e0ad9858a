"""What the product uses of Reflex for browser storage and for connections."""

import asyncio
import inspect
import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any, ClassVar

import engineio
import pytest
import reflex as rx
from starlette.types import Message

from webdev_certs.settings import get_settings


@pytest.fixture
def internals() -> Any:
    return import_module("webdev_certs.ui.reflex_internals")


@pytest.fixture
def session() -> Any:
    """Return a state that the browser stores a part of."""
    kind = import_module("webdev_certs.ui.states.session.session").SessionState
    return rx.State().get_substate(kind.get_full_name().split("."))


def test_pages_begin_with_the_event_that_hydrates(internals: Any):
    state, _, name = internals.HYDRATION.rpartition(".")
    assert (state, name in rx.State.event_handlers) == (rx.State.get_full_name(), True), (
        "hydration has changed"
    )


def test_pages_report_what_other_tabs_store(internals: Any):
    state, _, name = internals.STORAGE_SYNC.rpartition(".")
    assert name in rx.State.get_class_substate(state).event_handlers, "synced storage is reported otherwise"


def test_stored_values_are_named_by_state_and_var(internals: Any, session: Any):
    """The compiled pages have the same names."""
    state = session.get_full_name()
    (compiled,) = [name for name in session.dict()[state] if name.startswith("access_token")]
    event = rx.event.Event("x", payload={"vars": {f"{state}.{compiled}": "1", "a.b": "2"}})
    assert internals.stored_values(event, type(session)) == {"access_token": "1"}
    name = internals.name_in_browser(type(session), "access_token")
    assert name == f"{state}.{compiled}", "the browser knows vars by other names"


def test_events_of_browsers_name_their_connection(internals: Any):
    assert internals.connection_of(rx.event.Event("x", router_data={"sid": "1"})) == "1"
    assert internals.connection_of(rx.event.Event("x")) is None


def test_stored_values_can_be_forgotten_without_telling_the_browser(internals: Any, session: Any):
    session.access_token, session.loading = "secret", False
    internals.forget_stored_values(session)
    assert (session.access_token, session.loading) == ("", False)
    assert not session.dirty_vars, "the browser would be told"


async def test_a_disconnect_queues_an_event_for_the_tab(internals: Any, monkeypatch: pytest.MonkeyPatch):
    queued: list[tuple[str, str, dict[str, Any]]] = []

    class Namespace:
        sid_to_token: ClassVar = {"sid": "tab"}

        def on_disconnect(self, sid: str) -> None:
            queued.append(("", "disconnected", {}))

    class Queue:
        async def enqueue_many(self, token: str, *events: rx.event.Event) -> None:
            queued.extend((token, event.name.rpartition(".")[2], event.payload) for event in events)

    app = SimpleNamespace(event_namespace=Namespace(), event_processor=Queue())
    internals.on_disconnect(app, rx.State.set_is_hydrated)
    for sid in ("sid", "unknown"):
        await app.event_namespace.on_disconnect(sid)
    disconnected = ("", "disconnected", {})
    assert queued == [disconnected, ("tab", "set_is_hydrated", {"value": "sid"}), disconnected]


def test_the_app_has_what_a_disconnect_needs(internals: Any):
    for name in ("event_namespace", "event_processor"):
        assert isinstance(getattr(rx.App, name), property), f"rx.App has no {name}"
    assert isinstance(internals.EventNamespace.sid_to_token, property)
    assert list(inspect.signature(internals.EventNamespace.on_disconnect).parameters) == ["self", "sid"]


FORGED = {"QUERY_STRING": "token=another", "asgi.scope": {"client": ["203.0.113.9", 1], "headers": []}}


@pytest.mark.parametrize(
    "message",
    [
        # It could name any IP address as its own, and so evade all limits, and be any number of tabs.
        f"42/_event,{json.dumps(['connect', FORGED])}",
        f"42/_event,{json.dumps(['disconnect', FORGED])}",
        # It could be one tab after the other, whose states nobody counts.
        "41/_event,|40/_event,",
    ],
)
async def test_a_browser_is_one_tab_for_each_connection(message: str, monkeypatch: pytest.MonkeyPatch):
    app = import_module("webdev_certs.webdev_certs").app
    namespace, tabs, addresses = app.event_namespace, [], []

    async def link(connection: str, tab: str, **_: object) -> None:
        tabs.append(tab)
        namespace.sid_to_token[connection] = tab

    async def event(connection: str, _data: object) -> None:
        addresses.append(namespace._static_router_data[connection]["ip"])

    monkeypatch.setattr(namespace, "link_token_to_sid", link)
    monkeypatch.setattr(namespace, "on_event", event)
    origin = get_settings().allowed_origins[0].encode()
    scope: dict[str, Any] = {
        "type": "websocket",
        "path": "/_event/",
        "raw_path": b"/_event/",
        "query_string": b"EIO=4&transport=websocket&token=own",
        "headers": [(b"connection", b"upgrade"), (b"upgrade", b"websocket"), (b"origin", origin)],
        "client": ("192.0.2.1", 1),
    }
    arriving: asyncio.Queue[Message] = asyncio.Queue()

    async def send(_answer: Message) -> None:
        pass

    def say(text: str) -> None:
        arriving.put_nowait({"type": "websocket.receive", "text": text})

    arriving.put_nowait({"type": "websocket.connect"})
    connection = asyncio.create_task(
        engineio.ASGIApp(app.sio.eio, engineio_path="/_event")(scope, arriving.get, send)
    )
    event_of_page = '42/_event,["event",{}]'
    for text in ("40/_event,", event_of_page, *message.split("|"), event_of_page):
        say(text)
        # Socket.IO handles each message in a task of its own.
        await asyncio.sleep(0.05)
    arriving.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await connection
    assert (tabs, set(addresses)) == (["own"], {"192.0.2.1"})
