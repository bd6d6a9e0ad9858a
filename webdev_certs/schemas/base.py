"""What all wire models share."""

from pydantic import BaseModel, ConfigDict


class Request(BaseModel):
    """A request body: unknown fields are an error, surrounding white space is not part of a value."""

    # What was given, a password among it, is not for the log.
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)


class Response(BaseModel):
    """A response body."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)


class FieldProblem(Response):
    """One fault of one request field."""

    field: str
    message: str


class Problem(Response):
    """An error answer, `application/problem+json` (RFC 9457).

    `code` is stable and machine-readable; `detail` is one sentence for people.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem] = []
