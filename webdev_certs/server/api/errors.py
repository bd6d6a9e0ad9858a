"""Map every refusal to HTTP: `application/problem+json` (RFC 9457)."""

import logging
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from webdev_certs.server.database.outage import DatabaseOverloaded, DatabaseUnavailable
from webdev_certs.server.domain import errors
from webdev_certs.shared.translation import N_, SOURCE_LANGUAGE, _, current_language

log = logging.getLogger(__name__)

STATUS: dict[type[errors.DomainError[Any]], tuple[int, str]] = {
    errors.InvalidInput: (422, "Invalid input"),
    errors.Unauthenticated: (401, "Not signed in"),
    errors.Forbidden: (403, "Not allowed"),
    errors.PaymentRequired: (402, "Payment required"),
    errors.NotFound: (404, "Not found"),
    errors.Conflict: (409, "Conflict"),
    errors.Unavailable: (503, "Not available"),
    errors.Untrusted: (400, "Not trusted"),
    errors.TooManyRequests: (429, "Too many requests"),
    errors.Overloaded: (503, "Busy"),
}
_RETRY_SECONDS = 5
HTTP_CODES = {404: "not_found", 405: "method_not_allowed", 408: "body_too_slow", 413: "body_too_large"}
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
_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def problem(
    status: int,
    title: str,
    code: str,
    detail: str,
    *,
    field_errors: Sequence[dict[str, str]] = (),
    extra: dict[str, Any] | None = None,
) -> JSONResponse:
    """Return an error response; its `type` contains the stable code.

    Args:
        status: The HTTP status.
        title: What kind of error this is, in English whatever the reader's language, like the code.
        code: The stable code.
        detail: What happened, for people, in the language of the request.
        field_errors: What is wrong with single fields, in the language of the request.
        extra: More facts for programs.
    """
    body = {
        **(extra or {}),
        "type": f"urn:webdev-certs:problem:{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": list(field_errors),
    }
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse(body, status, headers, media_type="application/problem+json")


async def _domain_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.DomainError)
    status, title = STATUS[type(error)]
    fields = [{"field": error.field, "message": error.message}] if error.field else []
    response = problem(status, title, error.code, error.message, field_errors=fields, extra=error.extra)
    if isinstance(error, errors.TooManyRequests | errors.Overloaded):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


async def _invalid_request(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    # The location starts with the value's source (`body`, `path`). The value itself is not echoed.
    fields = [
        {
            "field": ".".join(map(str, fault["loc"][1:])) or str(fault["loc"][0]),
            "message": field_message(fault),
        }
        for fault in error.errors()
    ]
    return problem(
        422, "Invalid input", "invalid_request", _("Some values aren’t valid."), field_errors=fields
    )


async def _http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    code = HTTP_CODES.get(error.status_code, f"http_{error.status_code}")
    response = problem(error.status_code, str(error.detail), code, str(error.detail))
    response.headers.update(error.headers or {})
    return response


async def _database_unavailable(_request: Request, error: Exception) -> JSONResponse:
    # Not logged here: `Outage` logs once that the database is unavailable, and the access log lists requests.
    if isinstance(error, DatabaseOverloaded):
        message = _("A lot of people are here right now. Try again in a few seconds.")
        response = problem(503, "Busy", "overloaded", message)
    else:
        message = _("The database isn’t responding. Try again in a moment.")
        response = problem(503, "Not available", "unavailable", message)
    response.headers["Retry-After"] = str(_RETRY_SECONDS)
    return response


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return problem(500, "Internal error", "internal_error", _("Something went wrong on our side. Try again."))


def install(app: FastAPI) -> None:
    """Make `app` answer every error with a problem document."""
    app.add_exception_handler(errors.DomainError, _domain_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(DatabaseUnavailable, _database_unavailable)
    app.add_exception_handler(Exception, _unexpected)


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


class UnknownPath:
    """The API's last route: without it, unknown calls would reach the pages."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        allowed = [method for method in _METHODS if self._is_known(scope, method)]
        if allowed:
            raise HTTPException(405, headers={"Allow": ", ".join(allowed)})
        raise HTTPException(404)

    def _is_known(self, scope: Scope, method: str) -> bool:
        asked = {**scope, "method": method}
        known = takewhile(lambda route: getattr(route, "endpoint", None) is not self, scope["app"].routes)
        return any(route.matches(asked)[0] is Match.FULL for route in known)
