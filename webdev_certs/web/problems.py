"""Answers of a process about itself, in the form of the API's (RFC 9457)."""

from starlette.responses import JSONResponse


def not_ready(code: str, detail: str) -> JSONResponse:
    """Return the answer that this process cannot serve now."""
    problem = {
        "type": f"urn:webdev-certs:problem:{code}",
        "title": "Not ready",
        "status": 503,
        "detail": detail,
        "code": code,
    }
    return JSONResponse(problem, 503, media_type="application/problem+json")
