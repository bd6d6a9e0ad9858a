"""The paths that screens lead to, and the origin of their URLs."""

from urllib.parse import quote, urlsplit

import reflex as rx

from webdev_certs.schemas.return_urls import is_own_path
from webdev_certs.settings import get_settings

HOME = "/"
DASHBOARD = "/dashboard"
LOGIN = "/auth/login"
REGISTER = "/auth/register"
PAYMENT = "/payment"
SUCCESS = "/payment/success"
CANCELED = "/payment/canceled"
TEST = "/test/"
MOCK_EXAM = "/mock-exam/"
PRACTICE = "/practice-test/"
PRACTICE_RESULTS = "/practice-results/"
PRACTICE_MISTAKES = "/practice-mistakes/"
PRACTICE_HISTORY = "/practice-history"
PRACTICE_SEARCH = "/practice-search"
TEST_RESULTS = "/test-results/"
PROFILE = "/dashboard/profile"


def own_path(url: str | None, default: str = DASHBOARD) -> str:
    """Return the URL if it is a path of this site, otherwise the default."""
    return url if url and is_own_path(url) else default


def last_segment(path: str) -> str:
    """Return the last segment of a path, not decoded. On dynamic routes it names what is shown."""
    return path.rstrip("/").rsplit("/", 1)[-1]


def resume_path(technology: str, *, mock: bool = False) -> str:
    """Return the path that continues a running attempt. Its query chooses the placeholder of a question."""
    return f"{MOCK_EXAM if mock else TEST}{technology}?resume"


def shown_path(url: str) -> str:
    """Return the path of a URL with its query and fragment, without its origin."""
    return urlsplit(url)._replace(scheme="", netloc="").geturl()


def login_url(attempted: str) -> str:
    """Return the path of the sign-in page that leads back to the attempted path."""
    return f"{LOGIN}?returnUrl={quote(attempted, safe='')}"


def register_url(attempted: str) -> str:
    """Return the path of the registration page that leads on to the attempted path."""
    return f"{REGISTER}?returnUrl={quote(attempted, safe='')}"


def payment_url(attempted: str, reason: str) -> str:
    """Return the path of the payment page that leads back to the attempted path.

    Args:
        attempted: The path that needs paid access.
        reason: `access_required` or `verification_failed`.
    """
    return f"{PAYMENT}?returnUrl={quote(attempted, safe='')}&reason={reason}"


def own_origin(state: rx.State) -> str:
    """Return the origin of the browser's URL if it is allowed, because browsers store data by origin."""
    settings, shown = get_settings(), state.router.headers.origin
    return shown if shown in settings.allowed_origins else settings.origin
