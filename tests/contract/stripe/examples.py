"""Example requests for the operations of the sandbox, with every parameter that they take."""

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from webdev_certs.sandbox.stripe.operations import Operation

_EXAMPLES = {
    "email": "ada@example.com",
    "success_url": "https://shop.example/success",
    "cancel_url": "https://shop.example/canceled",
    "allowed_payment_method_types": {"0": "card"},
}
"""Values for parameters that do not accept every text."""
SINCE_ENDIVE = frozenset({"allowed_payment_method_types"})
"""Parameters of the pinned SDK that the latest release of stripe-mock does not have yet."""


def example(kind: type[BaseModel]) -> dict[str, Any]:
    """Return values for all parameters of a group except `expand`."""
    fields = {name: field for name, field in kind.model_fields.items() if name != "expand"}
    return {name: _EXAMPLES.get(name) or _of_type(field.annotation) for name, field in fields.items()}


def path(operation: Operation) -> str:
    """Return the operation's path with example ids."""
    return "/".join("x_1" if part.startswith("{") else part for part in operation.path.split("/"))


def form(values: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Return the values as a form's fields, with brackets."""
    fields: dict[str, str] = {}
    for name, value in values.items():
        key = f"{prefix}[{name}]" if prefix else name
        fields |= form(value, key) if isinstance(value, dict) else {key: value}
    return fields


def _of_type(kind: Any) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _of_type(next(part for part in inner if part is not type(None)))
    if origin is Literal:
        return inner[0]
    if origin is list:
        return {"0": _of_type(inner[0])}
    if origin is dict:
        return {"key": "value"}
    if hasattr(kind, "__metadata__"):
        return _of_type(kind.__origin__)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return example(kind)
    return {bool: "true", int: "7", str: "text"}[kind]
