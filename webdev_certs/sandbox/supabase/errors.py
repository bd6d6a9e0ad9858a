"""Errors as Supabase Auth reports them: as JSON to programs and as redirects to browsers."""

from datetime import date
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import JSONResponse

VERSION_HEADER = "X-Supabase-Api-Version"
_CODES_VERSION = date(2024, 1, 1)
"""From this API version on, error answers have the stable code under `code`."""

_OAUTH_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
}
"""The OAuth error for each HTTP status (RFC 6749 §4.1.2.1)."""


class AuthError(Exception):
    """A refusal with Supabase's stable code.

    Attributes:
        status: The HTTP status.
        code: The real server's code, e.g. `bad_jwt`.
        message: A text for developers.
    """

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message

    @property
    def oauth_error(self) -> str:
        """The OAuth error for a redirect."""
        if self.code == "provider_email_needs_verification":
            return "access_denied"
        return _OAUTH_ERRORS.get(self.status, "server_error")


def error_response(request: Request, error: AuthError) -> JSONResponse:
    """Return the error as JSON, in the form of the API version that the client requested."""
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
    """Add parameters to the query of a URL, replacing those with the same name."""
    parts = urlsplit(url)
    kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in parameters]
    return urlunsplit(parts._replace(query=urlencode([*kept, *parameters.items()])))


def with_error(url: str, parameters: dict[str, str]) -> str:
    """Add an error to the query of a URL, and also to its fragment, where older clients look."""
    # `sb` tells Supabase's JavaScript client that the redirect is Supabase's.
    fragment = urlencode({**parameters, "sb": ""})
    return urlunsplit(urlsplit(with_query(url, parameters))._replace(fragment=fragment))
