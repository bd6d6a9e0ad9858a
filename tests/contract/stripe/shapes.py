"""Check whether the fields of JSON are declared by the SDK for its object, with the same types."""

from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

import stripe


def shape_errors(value: dict[str, Any]) -> list[str]:
    """Return what is wrong with an object from the API, each message beginning with the field's path."""
    return _object_errors(value, _object_class(value["object"]), value["object"])


def _object_class(kind: str) -> type:
    """Return the SDK's class for a kind of object."""
    holder = stripe.StripeObject.construct_from({"item": {"object": kind}}, key=None)
    return type(holder["item"])


def _object_errors(value: dict[str, Any], kind: type, place: str) -> list[str]:
    declared = {
        name: annotation
        for name, annotation in kind.__annotations__.items()
        if get_origin(annotation) is not ClassVar
    }
    found = [f"{place}.{name} is not declared" for name in value.keys() - declared.keys() - {"object"}]
    for name, annotation in declared.items():
        if name in value:
            found += _value_errors(value[name], annotation, f"{place}.{name}")
    return found


def _value_errors(value: Any, annotation: Any, place: str) -> list[str]:
    if isinstance(value, dict) and isinstance(value.get("object"), str):
        return _object_errors(value, _object_class(value["object"]), place)
    choices = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    if value is None:
        return [] if NoneType in choices else [f"{place} is null"]
    literals = [item for choice in choices if get_origin(choice) is Literal for item in get_args(choice)]
    if literals and isinstance(value, str) and value not in literals:
        return [f"{place} is {value!r}, not one of {literals}"]
    if isinstance(value, list):
        inner = next((get_args(choice)[0] for choice in choices if get_origin(choice) is list), Any)
        return [error for item in value for error in _value_errors(item, inner, f"{place}[]")]
    if isinstance(value, dict):
        return _group_errors(value, choices, place)
    return _plain_errors(value, choices, place)


def _group_errors(value: dict[str, Any], choices: tuple[Any, ...], place: str) -> list[str]:
    groups = [
        choice for choice in choices if isinstance(choice, type) and issubclass(choice, stripe.StripeObject)
    ]
    return _object_errors(value, groups[0], place) if groups else []


def _plain_errors(value: Any, choices: tuple[Any, ...], place: str) -> list[str]:
    plain = tuple(choice for choice in choices if choice in (str, int, bool, float))
    if not plain or any(type(value) is kind for kind in plain):
        return []
    return [f"{place} is {value!r}, not {plain}"]
