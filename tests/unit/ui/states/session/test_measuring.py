"""What Prometheus learns about events of pages and states of tabs."""

import asyncio
from typing import Any

import pytest
import reflex as rx

from webdev_certs.shared.metrics import REGISTRY
from webdev_certs.ui.pages import routes
from webdev_certs.ui.reflex_internals import state_kinds
from webdev_certs.ui.states.session.measuring import CountedEvents, _size, handler_label
from webdev_certs.ui.states.session.session import SessionState


def counted(name: str) -> float:
    labels = {"handler": "session_state.logout"}
    return REGISTRY.get_sample_value(f"webdev_certs_ui_event_{name}", labels) or 0


@pytest.mark.parametrize(("fails", "failures"), [(False, 0), (True, 1)])
async def test_an_event_is_counted_by_its_handler_when_it_ends(*, fails: bool, failures: int):
    handled, failed = counted("seconds_count"), counted("failures_total")
    app: Any = None
    event = rx.event.Event(name=f"{SessionState.get_full_name()}.logout")

    async def handle() -> None:
        await CountedEvents().preprocess(app, None, event)
        assert counted("seconds_count") == handled
        if fails:
            raise RuntimeError

    await asyncio.gather(asyncio.create_task(handle()), return_exceptions=True)
    await asyncio.sleep(0)
    assert counted("seconds_count") == handled + 1
    assert counted("failures_total") == failed + failures


def test_each_handler_has_a_label_of_its_own():
    # With the states of all pages.
    assert routes.ROUTES
    handlers = [f"{kind.get_full_name()}.{name}" for kind in state_kinds() for name in kind.event_handlers]
    labels = list(map(handler_label, handlers))
    assert "exam_state.answer" in labels
    assert len(set(labels)) == len(labels)


def test_a_larger_state_is_measured_as_larger():
    state = rx.State()
    empty = _size(state)
    session = state.get_substate(SessionState.get_full_name().split("."))
    assert isinstance(session, SessionState)
    session.access_token = "x" * 50_000
    assert 50_000 <= _size(state) - empty < 51_000
