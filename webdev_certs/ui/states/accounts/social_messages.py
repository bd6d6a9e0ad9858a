"""Messages on screens for failed social sign-ins.

Supabase's and the providers' own descriptions come in the URL, where anybody can put any text, so they are
not shown.
"""

from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import ApiError, SocialError
from webdev_certs.ui.states.shared.messages import describe

_NOT_OURS = N_("This sign-in was not started in this browser, or was already used. Start it again here.")
_TOO_LATE = N_("The sign-in took too long. Start it again.")
_UNVERIFIED = N_(
    "The service has not confirmed your email. Confirm it there, or sign in with your email and password."
)
CANCELED = "access_denied"
"""The code of a sign-in that the visitor canceled at the provider."""
USED = frozenset(
    ["no_verifier", "bad_code_verifier", "flow_state_not_found", "validation_failed", "bad_oauth_state"]
)
"""The codes of a sign-in that was not started in this browser, or was already used, as by another tab."""
_WORDS = {
    CANCELED: N_("You canceled the sign-in."),
    "nothing_in_progress": N_("No sign-in with another service is in progress in this browser."),
    **dict.fromkeys(USED, _NOT_OURS),
    "interrupted": N_("The sign-in was interrupted. Start it again."),
    "flow_state_expired": _TOO_LATE,
    "social_sign_in_too_old": _TOO_LATE,
    "provider_email_needs_verification": _UNVERIFIED,
    "social_not_configured": N_(
        "Sign-in with Google or GitHub is not set up here. Use your email and password."
    ),
    "oauth_provider_not_supported": N_("This service cannot be used to sign in here."),
    "provider_disabled": N_("This service cannot be used to sign in here."),
    "signup_disabled": N_("New accounts cannot be created this way right now."),
    "user_banned": N_("This account has been locked by this site’s administrators."),
    "over_request_rate_limit": N_("Too many people are signing in right now. Try again in a minute."),
    "unreachable": N_("The sign-in service cannot be reached. Check your connection and try again."),
}
_OTHERWISE = N_("The sign-in service reported a problem. Try again in a moment.")


def describe_failure(error: SocialError | ApiError) -> str:
    """Return one sentence for people."""
    if isinstance(error, ApiError):
        return describe(error)
    return _(_WORDS.get(error.code, _OTHERWISE))
