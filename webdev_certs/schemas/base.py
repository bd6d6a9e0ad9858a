"""Base classes of all wire models."""

from pydantic import BaseModel, ConfigDict


class Request(BaseModel):
    """A request body. Unknown fields are an error; values are stripped of surrounding white space."""

    # Errors go to the log, and the input may hold a password.
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, hide_input_in_errors=True)


class Response(BaseModel):
    """A response body."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)


class FieldProblem(Response):
    """What is wrong with one field of a request."""

    field: str
    message: str


class Problem(Response):
    """An error response, `application/problem+json` (RFC 9457).

    `code` is stable and machine-readable, and `title` is in English. `detail` is one sentence for people. It
    and the messages of `errors` are in the language that the request asks for (Accept-Language).
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem] = []
