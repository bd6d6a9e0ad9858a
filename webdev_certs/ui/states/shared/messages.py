"""Messages on screens for the API's stable codes."""

from webdev_certs.ui.client import NO_REFRESH_TOKEN, ApiError

SESSION_ENDED = "Your login session has ended. Sign in again to continue."

_WORDS = {
    "unreachable": "We cannot reach the server. Check your connection and try again.",
    "internal_error": "Something went wrong. Please try again.",
    "no_refresh_token": f"{NO_REFRESH_TOKEN}. {SESSION_ENDED}",
    "invalid_refresh_token": SESSION_ENDED,
    "recent_sign_in_required": "Please confirm that it is you: sign out, sign in again, and repeat this "
    "within ten minutes.",
}


def describe(error: ApiError) -> str:
    """Return one sentence for people: the screens' own for this code, else the API's."""
    return _WORDS.get(error.code) or error.message or "Something went wrong. Please try again."
