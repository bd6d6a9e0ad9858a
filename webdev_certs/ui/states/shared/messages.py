"""The API's stable codes in the words of the screens."""

from webdev_certs.client import ApiError

_WORDS = {
    "unreachable": "We cannot reach the server. Check your connection; nothing you entered is lost.",
    "internal_error": "Something went wrong on our side. Nothing is lost; please try again.",
    "no_refresh_token": "Your session has ended. Sign in again to go on.",
    "invalid_refresh_token": "Your session has ended. Sign in again to go on.",
    "recent_sign_in_required": "To be sure that it is you: sign out, sign in again, and repeat this within "
    "ten minutes.",
}


def describe(error: ApiError) -> str:
    """One sentence for people: ours where we have a better one, else the API's own."""
    return _WORDS.get(error.code) or error.message or "Something went wrong. Please try again."
