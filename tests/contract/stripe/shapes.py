"""Whether JSON has the shape that the SDK declares for its object."""

from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

import stripe
from stripe._object_classes import get_object_class

# Present only when they are asked for, or never again.
_LEFT_OUT = {
    ("checkout.session", "line_items"),
    ("charge", "refunds"),
    ("invoice", "payments"),
    ("invoice", "confirmation_secret"),
    ("customer", "subscriptions"),
}


def faults(value: dict[str, Any]) -> list[str]:
    """What is wrong with an object as the API answers it, by place."""
    return _object_faults(value, get_object_class("V1", value["object"]), value["object"])


def _object_faults(value: dict[str, Any], kind: type, place: str) -> list[str]:
    declared = {
        name: annotation
        for name, annotation in kind.__annotations__.items()
        if get_origin(annotation) is not ClassVar
    }
    found = [f"{place}.{name} is not declared" for name in value.keys() - declared.keys()]
    for name, annotation in declared.items():
        if name in value:
            found += _value_faults(value[name], annotation, f"{place}.{name}")
        elif not _is_nullable(annotation) and (value.get("object"), name) not in _LEFT_OUT:
            found.append(f"{place}.{name} is missing")
    return found


def _value_faults(value: Any, annotation: Any, place: str) -> list[str]:
    if isinstance(value, dict) and "object" in value:
        return _object_faults(value, get_object_class("V1", value["object"]), place)
    choices = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    if value is None:
        return [] if NoneType in choices else [f"{place} is null"]
    literals = [item for choice in choices if get_origin(choice) is Literal for item in get_args(choice)]
    if literals and isinstance(value, str) and value not in literals:
        return [f"{place} is {value!r}, not one of {literals}"]
    if isinstance(value, list):
        inner = next((get_args(choice)[0] for choice in choices if get_origin(choice) is list), Any)
        return [fault for item in value for fault in _value_faults(item, inner, f"{place}[]")]
    if isinstance(value, dict):
        return _group_faults(value, choices, place)
    return _plain_faults(value, choices, place)


def _group_faults(value: dict[str, Any], choices: tuple[Any, ...], place: str) -> list[str]:
    groups = [
        choice for choice in choices if isinstance(choice, type) and issubclass(choice, stripe.StripeObject)
    ]
    return _object_faults(value, groups[0], place) if groups else []


def _plain_faults(value: Any, choices: tuple[Any, ...], place: str) -> list[str]:
    plain = tuple(choice for choice in choices if choice in (str, int, bool, float))
    if not plain or any(type(value) is kind for kind in plain):
        return []
    return [f"{place} is {value!r}, not {plain}"]


def _is_nullable(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, UnionType) and NoneType in get_args(annotation)
