"""The two ways in which Supabase Auth says no: as JSON to programs, as a redirect to browsers."""

from datetime import date
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import JSONResponse

VERSION_HEADER = "X-Supabase-Api-Version"
_CODES_VERSION = date(2024, 1, 1)
"""Clients that name this version of the API or a later one find the stable code under `code`."""

_OAUTH_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
}
"""RFC 6749 §4.1.2.1, by the status that a program would get."""


class AuthError(Exception):
    """A refusal with Supabase's stable code.

    Attributes:
        status: of the HTTP response.
        code: e.g. `bad_jwt`, the same as the real server's.
        message: in English, for developers.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message

    @property
    def oauth_error(self) -> str:
        """The error's kind in a redirect."""
        if self.code == "provider_email_needs_verification":
            return "access_denied"
        return _OAUTH_ERRORS.get(self.status, "server_error")


def error_response(request: Request, error: AuthError) -> JSONResponse:
    """The error as a program expects it that asked in the form of its API version."""
    headers = {"x-sb-error-code": error.code}
    if _knows_codes(request.headers.get(VERSION_HEADER, "")):
        headers[VERSION_HEADER] = _CODES_VERSION.isoformat()
        return JSONResponse({"code": error.code, "message": error.message}, error.status, headers)
    body = {"code": error.status, "error_code": error.code, "msg": error.message}
    return JSONResponse(body, error.status, headers)


def _knows_codes(version: str) -> bool:
    try:
        return date.fromisoformat(version) >= _CODES_VERSION
    except ValueError:
        return False


def with_query(url: str, parameters: dict[str, str]) -> str:
    """The address with parameters added to its query, replacing those of the same name."""
    parts = urlsplit(url)
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in parameters]
    return urlunsplit(parts._replace(query=urlencode([*kept, *parameters.items()])))


def with_error(url: str, parameters: dict[str, str]) -> str:
    """The address with an error in its query, and again in its fragment, where older clients look."""
    # `sb` marks the redirect as Supabase's for its JavaScript client.
    fragment = urlencode({**parameters, "sb": ""})
    return urlunsplit(urlsplit(with_query(url, parameters))._replace(fragment=fragment))
