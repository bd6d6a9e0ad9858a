"""How invalid settings are reported."""

from pydantic import ValidationError
from pydantic_core import ErrorDetails


class InvalidSettings(SystemExit):
    """Ends the process with one line that names what is wrong, but no value."""

    def __init__(self, error: ValidationError) -> None:
        faults = error.errors(include_input=False, include_url=False)
        super().__init__("Invalid settings: " + "; ".join(map(_explained, faults)))


def _explained(fault: ErrorDetails) -> str:
    name = "__".join(str(part).upper() for part in fault["loc"])
    message = fault["msg"].removeprefix("Value error, ")
    return f"{name}: {message}" if name else message
