"""URLs for mails, made from the settings and never from the Host header of a request."""

from uuid import UUID

from webdev_certs.settings import Settings


def confirm_link(settings: Settings, token: str) -> str:
    """Return the URL that confirms an email.

    The token follows `#`, because browsers keep that part out of requests and the Referer header.
    """
    return f"{settings.origin}/auth/confirm#token={token}"


def reset_link(settings: Settings, token: str) -> str:
    """Return the URL that resets a password, with the token as in `confirm_link`."""
    return f"{settings.origin}/auth/reset-password#token={token}"


def login_link(settings: Settings) -> str:
    return f"{settings.origin}/auth/login"


def register_link(settings: Settings) -> str:
    return f"{settings.origin}/auth/register"


def forgot_link(settings: Settings) -> str:
    """Return the URL of the page that asks for a reset link."""
    return f"{settings.origin}/auth/forgot-password"


def profile_link(settings: Settings) -> str:
    return f"{settings.origin}/dashboard/profile"


def contact_link(settings: Settings) -> str:
    return f"{settings.origin}/contact"


def result_link(settings: Settings, attempt_id: UUID) -> str:
    """Return the URL of the result of an attempt."""
    return f"{settings.origin}/test-results/{attempt_id}"
