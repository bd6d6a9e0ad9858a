"""The error of every API call."""

from typing import Any, Self

import httpx
from pydantic import ValidationError

from webdev_certs.schemas.base import Problem
from webdev_certs.shared.translation import _

_UNREACHABLE = "unreachable"


class ApiError(Exception):
    """The API answered with a problem document, or could not be reached.

    Attributes:
        status: HTTP status; 0 without an answer.
        code: The problem's stable code, e.g. `deadline_passed`; `unreachable` without an answer.
        message: One sentence for people.
        fields: Field name → message, for forms.
        extra: All members of the problem document.
        request_id: Names the request in the API's log; empty without an answer.
    """

    request_id: str = ""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        fields: dict[str, str] | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields or {}
        self.extra = extra or {}

    @property
    def is_unreachable(self) -> bool:
        """Whether the server could not be reached."""
        return self.code == _UNREACHABLE

    @property
    def is_temporary(self) -> bool:
        """Whether the call may succeed a little later: no answer, a failing server, or too many calls."""
        is_failing = self.status == 0 or httpx.codes.is_server_error(self.status)
        return is_failing or self.status == httpx.codes.TOO_MANY_REQUESTS

    @classmethod
    def from_response(cls, response: httpx.Response) -> Self:
        """Read a problem document; any other answer, e.g. a proxy's, becomes a generic error."""
        status = response.status_code
        try:
            problem = Problem.model_validate_json(response.content)
        except ValidationError:
            error = cls(status, f"http_{status}", _("The server sent an answer we didn’t expect."))
        else:
            fields = {fault.field: fault.message for fault in problem.errors}
            error = cls(status, problem.code, problem.detail, fields, problem.model_dump())
        error.request_id = response.headers.get("X-Request-Id", "")
        return error

    @classmethod
    def unreachable(cls) -> Self:
        """Return the error of a failed connection."""
        message = _("We can’t reach the server. Check your connection and try again.")
        return cls(0, _UNREACHABLE, message)
