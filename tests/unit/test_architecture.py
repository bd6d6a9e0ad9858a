"""Answer keys and secrets appear neither in schemas nor in states. import-linter checks the imports."""

import dataclasses
import pkgutil
from importlib import import_module
from typing import Any, get_args, get_type_hints

import pytest
import reflex as rx
from pydantic import BaseModel

from webdev_certs.schemas import exams as wire
from webdev_certs.schemas.practice import PracticeState as PracticeWire
from webdev_certs.ui import states
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.items.view import ItemView

# Parts of field names that would reveal an answer.
REVEALING = ("key", "correct", "right", "expla", "accept", "tolerance", "evidence")
SECRET = ("password", "hash", "token", "secret", "signing")
TOKENS = {
    # The browser keeps both in local storage.
    "SessionState": {"access_token", "refresh_token"},
}


def state_classes() -> list[type[rx.State]]:
    """Return all State classes of the product."""
    for module in pkgutil.walk_packages(states.__path__, f"{states.__name__}."):
        import_module(module.name)
    found = [kind for kind in rx.State.get_substates() if kind.__module__.startswith(states.__name__)]
    return sorted((kind for kind in found if issubclass(kind, rx.State)), key=lambda kind: kind.__name__)


def names_in(kind: Any) -> set[str]:
    """Return the names of all fields of a type, at any depth."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        inner = {name: field.annotation for name, field in kind.model_fields.items()}
    elif dataclasses.is_dataclass(kind) and isinstance(kind, type):
        inner = get_type_hints(kind)
    else:
        return {name for part in get_args(kind) for name in names_in(part)}
    return set(inner) | {name for part in inner.values() for name in names_in(part)}


def own_fields(kind: type[rx.State]) -> set[str]:
    """Return the fields that a state adds to `rx.State`, without those that stay on the server."""
    added = set(kind.get_fields()) - set(rx.State.get_fields())
    return {name for name in added if not name.startswith("_")}


def matching(names: set[str], words: tuple[str, ...]) -> set[str]:
    return {name for name in names if any(word in name for word in words)}


@pytest.mark.parametrize("kind", [wire.AttemptState, wire.SavedAnswer, ItemView])
def test_a_running_attempt_reveals_no_answers(kind: type):
    names = names_in(kind)
    assert names
    assert matching(names, REVEALING) == set()


def test_practice_reveals_only_the_number_of_correct_answers():
    assert matching(names_in(PracticeWire), REVEALING) == {"correct"}
    assert PracticeWire.model_fields["correct"].annotation is int


def test_the_exam_state_has_no_fields_for_correct_answers():
    fields = {name: ExamState.get_fields()[name].type_ for name in own_fields(ExamState)}
    assert "item" in fields
    inner = {name for kind in fields.values() for name in names_in(kind)}
    assert matching(set(fields) | inner, REVEALING) == set()


def test_the_states_are_found():
    names = {kind.__name__ for kind in state_classes()}
    assert {"SessionState", "GuardState", "PaymentState", "ExamState", "DashboardState"} <= names


@pytest.mark.parametrize("kind", state_classes(), ids=lambda kind: kind.__name__)
def test_only_listed_states_hold_tokens_and_none_a_password(kind: type[rx.State]):
    # Whether an account has a password is not a secret.
    fields = {name for name in own_fields(kind) if kind.get_fields()[name].type_ is not bool}
    assert matching(fields, SECRET) == TOKENS.get(kind.__name__, set())


@pytest.mark.parametrize("kind", state_classes(), ids=lambda kind: kind.__name__)
def test_states_have_no_substates(kind: type[rx.State]):
    """Reflex would load and send a substate together with its parent."""
    assert kind.get_parent_state() is rx.State
