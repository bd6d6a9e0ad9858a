"""What is wrong with a field of a request, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from webdev_certs.shared.translation import N_, SOURCE_LANGUAGE, _, current_language

_MESSAGES: Mapping[str, str] = {
    "missing": N_("Field required"),
    "extra_forbidden": N_("Extra inputs are not permitted"),
    "string_too_short": N_("String should have at least {min_length} characters"),
    "string_too_long": N_("String should have at most {max_length} characters"),
    "string_type": N_("Input should be a valid string"),
    "literal_error": N_("Input should be {expected}"),
}
"""Type of an error (https://docs.pydantic.dev/latest/errors/validation_errors/) → its message.

Has only the mistakes that people can make in forms; other errors come from programs.
"""
_NOT_AN_EMAIL = "value is not a valid email address"


def field_message(fault: Mapping[str, Any]) -> str:
    """Return what is wrong with a field.

    In English it is Pydantic's own sentence, in other languages the translation of the sentence for this type
    of error, if there is one.

    Args:
        fault: One of the errors of a `ValidationError`.
    """
    said = str(fault["msg"])
    if current_language() == SOURCE_LANGUAGE:
        return said
    if said.startswith(_NOT_AN_EMAIL):
        return _("Enter your email, like name@example.com.")
    known = _MESSAGES.get(fault["type"])
    if known is None:
        return said
    values = dict(fault.get("ctx", {}))
    # Pydantic joins the values with “or”; a comma reads in every language.
    values["expected"] = str(values.get("expected", "")).replace(" or ", ", ")
    return _(known, **values)
