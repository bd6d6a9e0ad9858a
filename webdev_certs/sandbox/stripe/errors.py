"""The API's errors: https://docs.stripe.com/api/errors."""

from typing import Any

Json = dict[str, Any]

_NAMES = {"payment_method": "PaymentMethod", "test_helpers.test_clock": "test clock"}


class ApiError(Exception):
    """A refusal. Everything the request did is undone."""

    keeps_state = False
    """Whether what happened before the refusal is kept, as with a declined card."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 400,
        kind: str = "invalid_request_error",
        code: str | None = None,
        param: str | None = None,
        **details: Any,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.param = param
        fields = {"code": code, "message": message, "param": param, "type": kind, **details}
        self.error = {name: value for name, value in fields.items() if value is not None}

    @property
    def body(self) -> Json:
        """The JSON of the answer."""
        return {"error": self.error}


class InvalidParameters(ApiError):
    """Validation failed, so no answer is stored for the idempotency key."""


class CardDeclined(ApiError):
    """The card was declined (402). The failed charge and its events are kept."""

    keeps_state = True

    def __init__(self, message: str, code: str, decline_code: str | None = None, **details: Any) -> None:
        super().__init__(
            message, status=402, kind="card_error", code=code, decline_code=decline_code, **details
        )


def no_such(kind: str, identifier: str, param: str | None = None) -> ApiError:
    """Return the error for an object that does not exist: 404 if the path names it, else 400."""
    message = f"No such {_NAMES.get(kind, kind)}: '{identifier}'"
    status = 400 if param else 404
    return ApiError(message, status=status, code="resource_missing", param=param or "id")
