"""The addresses in our mails: made from the settings alone, never from what a request says its host is."""

from webdev_certs.settings.settings import Settings


def confirm_link(settings: Settings, token: str) -> str:
    """Confirms an address.

    What follows `#` stays in the browser: out of logs and of the Referer header.
    """
    return f"{settings.origin}/auth/confirm#token={token}"


def reset_link(settings: Settings, token: str) -> str:
    """Sets a new password; the token stands as in `confirm_link`."""
    return f"{settings.origin}/auth/reset-password#token={token}"


def login_link(settings: Settings) -> str:
    return f"{settings.origin}/auth/login"


def register_link(settings: Settings) -> str:
    return f"{settings.origin}/auth/register"


def forgot_link(settings: Settings) -> str:
    """Where one asks for a reset link."""
    return f"{settings.origin}/auth/forgot-password"


def profile_link(settings: Settings) -> str:
    return f"{settings.origin}/dashboard/profile"


def contact_link(settings: Settings) -> str:
    return f"{settings.origin}/contact"
