"""What people read and what is logged when a call fails.

Log lines name what failed, the API's code and the request's id, and no personal data.
"""

import logging

from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import NO_REFRESH_TOKEN, ApiError

log = logging.getLogger(__name__)

_NO_REFRESH_TOKEN = "no_refresh_token"
SESSION_ENDED = N_("You’ve been signed out. Sign in again to continue.")
_FAILED = N_("Something went wrong. Please try again.")
RECORDS_SAFE = N_("The problem is on our side. Your saved answers, results and certificates are safe.")
_WORDS = {
    "unreachable": N_("We can’t reach the server. Check your connection and try again."),
    "internal_error": _FAILED,
    "invalid_refresh_token": SESSION_ENDED,
    "recent_sign_in_required": N_(
        "Please confirm it’s you: sign out, sign in again, and try once more within ten minutes."
    ),
}


def log_failure(what: str, error: ApiError) -> None:
    """Log a failed call.

    Args:
        what: What failed, in words, e.g. `payment status`.
        error: The refusal. Its sentence is not logged, because the API may name an email in it.
    """
    if error.code == _NO_REFRESH_TOKEN:
        # No request was made. The sentence names the cause.
        log.warning("%s failed: %s", what, error.message)
    else:
        log.warning("%s failed: %s (request %s)", what, error.code, error.request_id or "-")


def describe(error: ApiError) -> str:
    """Return one sentence for users: the UI's own message for this code, otherwise the API's."""
    if error.code == _NO_REFRESH_TOKEN:
        return f"{_(NO_REFRESH_TOKEN)}. {_(SESSION_ENDED)}"
    if error.code in _WORDS:
        return _(_WORDS[error.code])
    return error.message or _(_FAILED)


def describe_loading(error: ApiError, safe: str = RECORDS_SAFE) -> str:
    """Return what to tell learners whose records could not be loaded.

    Args:
        error: Why.
        safe: What a fault of the server has not changed, not yet translated.
    """
    return _(safe) if error.code == "internal_error" else describe(error)
