"""Form-encoded parameters with brackets, as Stripe's clients send them: `items[0][price]=price_1`."""

import re
from urllib.parse import parse_qsl

from webdev_certs.sandbox.stripe.errors import ApiError, Json

_KEY = re.compile(r"([^\[\]]+)((?:\[[^\[\]]*\])*)")
_MOST_FIELDS = 1000


def decode(encoded: str) -> Json:
    """Decode a body or a query into nested dictionaries.

    Lists become dictionaries keyed by position; the parameter types turn them into lists later.

    Raises:
        ApiError: It is not a form, or it gives a parameter twice.
    """
    try:
        pairs = parse_qsl(
            encoded, keep_blank_values=True, strict_parsing=bool(encoded), max_num_fields=_MOST_FIELDS
        )
    except ValueError as error:
        raise ApiError("Invalid request body: it must be application/x-www-form-urlencoded.") from error
    form: Json = {}
    for key, value in pairs:
        _insert(form, key, value)
    return form


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
