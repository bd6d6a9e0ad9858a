"""The API's errors: https://docs.stripe.com/api/errors."""

from typing import Any

Json = dict[str, Any]


class ApiError(Exception):
    """A refusal. Everything that the request did is undone."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 400,
        kind: str = "invalid_request_error",
        code: str | None = None,
        param: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        fields = {"code": code, "message": message, "param": param, "type": kind}
        self.body: Json = {"error": {name: value for name, value in fields.items() if value is not None}}
        """The JSON of the answer."""


class InvalidParameters(ApiError):
    """Validation failed, so no answer is stored for the idempotency key."""


def no_such(kind: str, identifier: str, param: str | None = None) -> ApiError:
    """Return the error for an object that does not exist: 404 if the path names it, else 400."""
    message = f"No such {kind}: '{identifier}'"
    status = 400 if param else 404
    return ApiError(message, status=status, code="resource_missing", param=param or "id")
