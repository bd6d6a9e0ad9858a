"""A refusal of the API, as the UI tier sees it."""

from typing import Any, Self

import httpx
from pydantic import ValidationError

from webdev_certs.schemas.base import Problem


class ApiError(Exception):
    """The API answered with a problem document, or could not be reached.

    Attributes:
        status: HTTP status; 0 when there was no answer.
        code: the problem's stable code, e.g. `deadline_passed`; `unreachable` when there was no answer.
        message: one sentence for people.
        fields: field name → message, for forms.
        extra: every member of the problem document.
    """

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

    @classmethod
    def from_response(cls, response: httpx.Response) -> Self:
        """Reads a problem document; an answer that is none (a proxy's, say) becomes a generic one."""
        try:
            problem = Problem.model_validate_json(response.content)
        except ValidationError:
            return cls(
                response.status_code, f"http_{response.status_code}", "The server gave no clear answer."
            )
        fields = {fault.field: fault.message for fault in problem.errors}
        return cls(response.status_code, problem.code, problem.detail, fields, problem.model_dump())

    @classmethod
    def unreachable(cls) -> Self:
        """What a failed connection becomes."""
        return cls(0, "unreachable", "The server cannot be reached. Check your connection and try again.")
