"""What the product uses of Reflex for browser storage and for connections."""

import inspect
from importlib import import_module
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import reflex as rx


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
