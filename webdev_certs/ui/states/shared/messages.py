"""Messages on screens for the API's stable codes."""

from webdev_certs.ui.client import NO_REFRESH_TOKEN, ApiError

_WORDS = {
    "unreachable": "We cannot reach the server. Check your connection. Nothing you entered is lost.",
    "internal_error": "Something went wrong. Nothing is lost. Please try again.",
    "no_refresh_token": f"{NO_REFRESH_TOKEN}. Your session has ended. Sign in again to continue.",
    "invalid_refresh_token": "Your session has ended. Sign in again to continue.",
    "recent_sign_in_required": "Please confirm that it is you: sign out, sign in again, and repeat this "
    "within ten minutes.",
}


def describe(error: ApiError) -> str:
    """Return one sentence for people: the screens' own for this code, else the API's."""
    return _WORDS.get(error.code) or error.message or "Something went wrong. Please try again."
