"""Secrets have no place to be, neither on the wire nor in a state. Who imports whom: import-linter."""

import dataclasses
import pkgutil
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest
import reflex as rx
from pydantic import BaseModel

from webdev_certs.ui import states
from webdev_certs.schemas import exams as wire
from webdev_certs.schemas.practice import PracticeState as PracticeWire
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.items.view import ItemView

# What gives an answer away.
TELLING = ("key", "correct", "right", "expla", "accept", "tolerance", "evidence")
SECRET = ("password", "hash", "token", "secret", "signing")
TOKENS = {
    # The specification's, in local storage.
    "SessionState": {"access_token", "refresh_token"},
    # A mailed link's, on the server's side alone until the link has been used (tests/unit/states).
    "ConfirmationState": {"_token"},
    "ResetState": {"_token"},
}


def state_classes() -> list[type[rx.State]]:
    """Every State of the product."""
    for module in pkgutil.iter_modules(states.__path__, f"{states.__name__}."):
        import_module(module.name)
    found = [kind for kind in rx.State.get_substates() if kind.__module__.startswith(states.__name__)]
    return sorted((kind for kind in found if issubclass(kind, rx.State)), key=lambda kind: kind.__name__)


def names_in(kind: Any) -> set[str]:
    """The names of all fields that a type holds, at any depth."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        inner = {name: field.annotation for name, field in kind.model_fields.items()}
    elif dataclasses.is_dataclass(kind) and isinstance(kind, type):
        inner = get_type_hints(kind)
    else:
        return {name for part in get_args(kind) for name in names_in(part)}
    return set(inner) | {name for part in inner.values() for name in names_in(part)}


def own_fields(kind: type[rx.State]) -> set[str]:
    """The fields that a state adds to `rx.State`."""
    return set(kind.get_fields()) - set(rx.State.get_fields())


def telling(names: set[str], words: tuple[str, ...]) -> set[str]:
    return {name for name in names if any(word in name for word in words)}


@pytest.mark.parametrize("kind", [wire.TestState, wire.SavedAnswer, ItemView])
def test_a_running_test_tells_nothing_about_its_answers(kind: type):
    names = names_in(kind)
    assert names
    assert telling(names, TELLING) == set()


def test_practice_tells_a_count_before_an_answer_and_no_more():
    assert telling(names_in(PracticeWire), TELLING) == {"correct"}
    assert PracticeWire.model_fields["correct"].annotation is int


def test_the_screen_of_a_test_has_no_place_for_answers():
    fields = {name: ExamState.get_fields()[name].type_ for name in own_fields(ExamState)}
    assert "item" in fields
    inner = {name for kind in fields.values() for name in names_in(kind)}
    assert telling(set(fields) | inner, TELLING) == set()


def test_there_are_states():
    names = {kind.__name__ for kind in state_classes()}
    assert {"SessionState", "GuardState", "PaymentState", "ExamState", "DashboardState"} <= names


@pytest.mark.parametrize("kind", state_classes(), ids=lambda kind: kind.__name__)
def test_only_the_session_holds_tokens_and_nothing_a_password(kind: type[rx.State]):
    # That there is a password is no secret.
    fields = {name for name in own_fields(kind) if kind.get_fields()[name].type_ is not bool}
    assert telling(fields, SECRET) == TOKENS.get(kind.__name__, set())


@pytest.mark.parametrize("kind", state_classes(), ids=lambda kind: kind.__name__)
def test_states_stand_side_by_side(kind: type[rx.State]):
    """A state below another would be loaded and sent with it."""
    assert kind.get_parent_state() is rx.State
