"""Types for the parameters of the API's operations, and Stripe's error messages for wrong ones."""

import re
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)

from webdev_certs.sandbox.stripe.currencies import check_currency
from webdev_certs.sandbox.stripe.errors import ApiError, InvalidParameters, Json

T = TypeVar("T")
P = TypeVar("P", bound="Group")

_INTEGER = re.compile(r"-?\d{1,18}")
_MOST_METADATA = 50
_TOO_MUCH_METADATA = f"Metadata can have up to {_MOST_METADATA} keys."


def _listed(value: Any) -> Any:
    if isinstance(value, dict) and all(key.isdecimal() for key in value):
        return [value[key] for key in sorted(value, key=int)]
    return [] if value == "" else value


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


def _metadata(value: Any) -> Any:
    if value == "":
        return {}
    if isinstance(value, dict):
        if len(value) > _MOST_METADATA:
            raise ValueError(_TOO_MUCH_METADATA)
        for key in value:
            if len(key) > 40:
                raise ValueError(f"Metadata keys can be up to 40 characters; '{key}' is longer.")
    return value


Listed = Annotated[list[T], BeforeValidator(_listed)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Integer = Annotated[int, BeforeValidator(_integer)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=5000)]
Clearable = Annotated[str, StringConstraints(max_length=5000)]
"""A text that an update can unset with an empty string."""
Currency = Annotated[str, StringConstraints(to_lower=True), AfterValidator(check_currency)]
Url = Annotated[str, StringConstraints(pattern=r"^https?://[^\s]+$", max_length=5000)]
Metadata = Annotated[dict[str, Annotated[str, StringConstraints(max_length=500)]], BeforeValidator(_metadata)]
"""Keys with values. An empty value unsets its key; an empty string instead of the object unsets all."""


class Group(BaseModel):
    """Parameters that belong together. Unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Parameters(Group):
    """The parameters of one operation."""

    expand: Listed[Text] = []


class ListParameters(Parameters):
    """The parameters of an operation that returns one page of a list."""

    limit: Annotated[Integer, Field(ge=1, le=100)] = 10
    starting_after: Text | None = None
    ending_before: Text | None = None

    def includes(self, item: Json) -> bool:
        """Return whether the list includes an object that its other parameters have found."""
        return True


def _range(value: Any) -> Any:
    return value if isinstance(value, dict) else {"gte": value, "lte": value}


class CreatedRange(Group):
    """A range of times, in Unix seconds. A single time means just that one."""

    gt: Integer | None = None
    gte: Integer | None = None
    lt: Integer | None = None
    lte: Integer | None = None

    def includes(self, time: int) -> bool:
        """Return whether a time is in the range."""
        return (
            (self.gt is None or time > self.gt)
            and (self.gte is None or time >= self.gte)
            and (self.lt is None or time < self.lt)
            and (self.lte is None or time <= self.lte)
        )


class DatedListParameters(ListParameters):
    """The parameters of a list that can be filtered by the time of creation."""

    created: Annotated[CreatedRange, BeforeValidator(_range)] | None = None

    def includes(self, item: Json) -> bool:
        return self.created is None or self.created.includes(item["created"])


def read(kind: type[P], form: Json) -> P:
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


def merged(old: Json, new: dict[str, str] | None) -> Json:
    """Return the metadata after an update of `old` with `new`.

    Raises:
        ApiError: It would have too many keys.
    """
    if new is None:
        return old
    if not new:
        return {}
    updated = {key: value for key, value in {**old, **new}.items() if value != ""}
    if len(updated) > _MOST_METADATA:
        raise ApiError(_TOO_MUCH_METADATA, param="metadata")
    return updated


def _refusal(fault: Any) -> InvalidParameters:
    first, *rest = fault["loc"]
    param = str(first) + "".join(f"[{part}]" for part in rest)
    value = fault["input"]
    match fault["type"]:
        case "extra_forbidden":
            return InvalidParameters(
                f"Received unknown parameter: {param}", code="parameter_unknown", param=param
            )
        case "missing":
            return InvalidParameters(
                f"Missing required param: {param}.", code="parameter_missing", param=param
            )
        case "string_too_short":
            message = f"You passed an empty string for '{param}'; supply a value, or leave it out."
            return InvalidParameters(message, code="parameter_invalid_empty", param=param)
        case "literal_error":
            choices = fault["ctx"]["expected"].replace("'", "")
            return InvalidParameters(f"Invalid {param}: must be one of {choices}", param=param)
        case "value_error":
            message = str(fault["ctx"]["error"])
            code = "parameter_invalid_integer" if message.startswith("Invalid integer") else None
            return InvalidParameters(message, code=code, param=param)
        case "list_type":
            return InvalidParameters("Invalid array", param=param)
        case "model_type" | "dict_type":
            return InvalidParameters("Invalid object", param=param)
        case "string_pattern_mismatch" if "://" in fault["ctx"]["pattern"]:
            return InvalidParameters("Not a valid URL", code="url_invalid", param=param)
        case "string_type":
            return InvalidParameters(f"Invalid string: {value}", param=param)
        case _:
            return InvalidParameters(f"Invalid {param}: {fault['msg']}", param=param)
