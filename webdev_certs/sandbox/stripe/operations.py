"""How a resource declares its operations: their parameters, Stripe's messages for wrong ones, and lists."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, InvalidParameters, Json, no_such

T = TypeVar("T")
P = TypeVar("P", bound="Parameters")

_KEY = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")
_INTEGER = re.compile(r"-?\d{1,18}")


def _listed(value: Any) -> Any:
    if isinstance(value, dict) and all(key.isdecimal() for key in value):
        return [value[key] for key in sorted(value, key=int)]
    return value


def _flag(value: Any) -> bool:
    if value in (True, "true"):
        return True
    if value in (False, "false"):
        return False
    raise ValueError(f"Invalid boolean: {value}")


def _integer(value: Any) -> int:
    if isinstance(value, int) or (isinstance(value, str) and _INTEGER.fullmatch(value)):
        return int(value)
    raise ValueError(f"Invalid integer: {value}")


Listed = Annotated[list[T], BeforeValidator(_listed)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Integer = Annotated[int, BeforeValidator(_integer)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=5000)]
Url = Annotated[str, StringConstraints(pattern=r"^https?://[^\s]+$", max_length=5000)]
Metadata = dict[str, str]


class Group(BaseModel):
    """Parameters that belong together. Unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Parameters(Group):
    """The parameters of one operation."""

    expand: Listed[Text] = []


class ListParameters(Parameters):
    """The parameters of an operation that returns one page of a list; others filter by a field."""

    limit: Annotated[Integer, Field(ge=1, le=100)] = 10
    starting_after: Text | None = None

    def filters(self) -> Json:
        """Return the fields to filter by."""
        return self.model_dump(exclude_none=True, exclude=set(ListParameters.model_fields))


@dataclass(frozen=True)
class Operation:
    """One HTTP method of one path.

    `run` takes the account, the parameters and, as keywords, the path's parameters; it returns an object.
    """

    method: str
    path: str
    parameters: type[Parameters]
    run: Callable[..., Json]


def retrieval(path: str, kind: str) -> Operation:
    """Return the operation that returns an object by its id."""

    def retrieve(account: Account, _parameters: Parameters, identifier: str) -> Json:
        return account.get(kind, identifier)

    return Operation("GET", f"{path}/{{identifier}}", Parameters, retrieve)


def listing(path: str, kind: str, parameters: type[ListParameters] = ListParameters) -> Operation:
    """Return the operation that lists the objects of a kind, newest first."""

    def list_all(account: Account, parameters: ListParameters) -> Json:
        return page(account.store.find(kind, **parameters.filters()), parameters, path)

    return Operation("GET", path, parameters, list_all)


def page(items: Sequence[Json], parameters: ListParameters, path: str) -> Json:
    """Return one page of a list: https://docs.stripe.com/api/pagination.

    Raises:
        ApiError: The cursor is not in the list.
    """
    start = 0
    if after := parameters.starting_after:
        ids = [item["id"] for item in items]
        if after not in ids:
            raise no_such("object", after, "starting_after")
        start = ids.index(after) + 1
    end = start + parameters.limit
    return {**whole_list(items[start:end], path), "has_more": end < len(items)}


def whole_list(items: Sequence[Json], path: str) -> Json:
    """Return a complete list, as embedded in another object."""
    return {"object": "list", "data": list(items), "has_more": False, "url": path}


def decode_form(encoded: str) -> Json:
    """Decode a body or a query, `items[0][price]=price_1`, into nested dictionaries.

    Lists become dictionaries keyed by position; the parameter types turn them into lists later.

    Raises:
        ApiError: It is not a form, or it gives a parameter twice.
    """
    try:
        pairs = parse_qsl(encoded, keep_blank_values=True, strict_parsing=bool(encoded), max_num_fields=1000)
    except ValueError as error:
        raise ApiError("Invalid request body: it must be application/x-www-form-urlencoded.") from error
    form: Json = {}
    for key, value in pairs:
        _insert(form, key, value)
    return form


def parse(kind: type[P], form: Json) -> P:
    """Validate a decoded form.

    Raises:
        InvalidParameters: With Stripe's message and code and the name of the parameter.
    """
    try:
        return kind.model_validate(form)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        unknown = [fault for fault in faults if fault["type"] == "extra_forbidden"]
        raise _refusal((unknown or faults)[0]) from error


def _insert(form: Json, key: str, value: str) -> None:
    match = _KEY.fullmatch(key)
    if not match:
        raise ApiError(f"Invalid parameter name: {key}")
    path = [match[1], *match[2][1:-1].split("][")] if match[2] else [match[1]]
    inner = form
    for part in path[:-1]:
        inner = inner.setdefault(part or str(len(inner)), {})
        if not isinstance(inner, dict):
            raise ApiError(f"Invalid parameter: {key} is both a value and an object")
    # `expand[]=a&expand[]=b` appends.
    last = path[-1] or str(len(inner))
    if last in inner:
        raise ApiError(f"Invalid parameter: {key} was given twice")
    inner[last] = value


def _refusal(fault: Any) -> InvalidParameters:
    first, *rest = fault["loc"]
    param = str(first) + "".join(f"[{part}]" for part in rest)
    match fault["type"]:
        case "extra_forbidden":
            message, code = f"Received unknown parameter: {param}", "parameter_unknown"
            message += ". It may be one of Stripe's that the sandbox leaves out: see docs/sandbox.md"
        case "missing":
            message, code = f"Missing required param: {param}.", "parameter_missing"
        case "string_too_short":
            message = f"You passed an empty string for '{param}'; supply a value, or leave it out."
            code = "parameter_invalid_empty"
        case "value_error":
            message = str(fault["ctx"]["error"])
            code = "parameter_invalid_integer" if message.startswith("Invalid integer") else None
        case "string_pattern_mismatch":
            message, code = "Not a valid URL", "url_invalid"
        case _:
            message, code = f"Invalid {param}: {fault['msg']}", None
    return InvalidParameters(message, code=code, param=param)
