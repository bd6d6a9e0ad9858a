"""What the API answers when it refuses: https://docs.stripe.com/api/errors."""

from typing import Any

Json = dict[str, Any]

_NAMES = {"payment_method": "PaymentMethod", "test_helpers.test_clock": "test clock"}


class ApiError(Exception):
    """A refusal; nothing of the request stays."""

    keeps_state = False
    """Whether what happened before the refusal stays recorded, as with a declined card."""

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
        """The answer's JSON."""
        return {"error": self.error}


class InvalidParameters(ApiError):
    """The request did not pass validation, so nothing is remembered under its idempotency key."""


class CardDeclined(ApiError):
    """The card was refused (402). The failed charge and its events stay."""

    keeps_state = True

    def __init__(self, message: str, code: str, decline_code: str | None = None, **details: Any) -> None:
        super().__init__(
            message, status=402, kind="card_error", code=code, decline_code=decline_code, **details
        )


def no_such(kind: str, identifier: str, param: str | None = None) -> ApiError:
    """Says that an object is not there: 404 when the path names it, 400 when a parameter does."""
    message = f"No such {_NAMES.get(kind, kind)}: '{identifier}'"
    status = 400 if param else 404
    return ApiError(message, status=status, code="resource_missing", param=param or "id")
