"""URLs of pages for mails, made from the settings and never from the Host header of a request.

They lead to the pages in the current language, which is that of the mail.
"""

from uuid import UUID

from webdev_certs.settings import Settings
from webdev_certs.shared.translation import language_prefix


def confirm_link(settings: Settings, token: str) -> str:
    """Return the URL that confirms an email.

    The token follows `#`, because browsers keep that part out of requests and the Referer header.
    """
    return f"{_pages(settings)}/auth/confirm#token={token}"


def reset_link(settings: Settings, token: str) -> str:
    """Return the URL that resets a password, with the token as in `confirm_link`."""
    return f"{_pages(settings)}/auth/reset-password#token={token}"


def login_link(settings: Settings) -> str:
    return f"{_pages(settings)}/auth/login"


def register_link(settings: Settings) -> str:
    return f"{_pages(settings)}/auth/register"


def forgot_link(settings: Settings) -> str:
    """Return the URL of the page that asks for a reset link."""
    return f"{_pages(settings)}/auth/forgot-password"


def profile_link(settings: Settings) -> str:
    return f"{_pages(settings)}/dashboard/profile"


def contact_link(settings: Settings) -> str:
    return f"{_pages(settings)}/contact"


def payments_help_link(settings: Settings) -> str:
    """Return the URL of the answers about payments."""
    return f"{_pages(settings)}/support#payments"


def result_link(settings: Settings, attempt_id: UUID) -> str:
    """Return the URL of the result of an attempt."""
    return f"{_pages(settings)}/test-results/{attempt_id}"


def billing_link(settings: Settings) -> str:
    return f"{_pages(settings)}/dashboard/billing"


def payment_link(settings: Settings) -> str:
    """Return the URL of the page that sells paid access."""
    return f"{_pages(settings)}/payment"


def _pages(settings: Settings) -> str:
    return settings.origin + language_prefix()
