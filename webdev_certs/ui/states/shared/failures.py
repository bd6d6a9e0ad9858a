"""Log lines about failed calls: what failed, the API's code and the request's id, and no personal data."""

import logging

from webdev_certs.ui.client import ApiError

log = logging.getLogger(__name__)

_NO_REFRESH_TOKEN = "no_refresh_token"


def log_failure(what: str, error: ApiError) -> None:
    """Log a failed call.

    Args:
        what: What failed, in words, e.g. `payment status`.
        error: The refusal. Its sentence is not logged, because the API may name an email in it.
    """
    if error.code == _NO_REFRESH_TOKEN:
        # No request was made. The sentence is the specification's (§8).
        log.warning("%s failed: %s", what, error.message)
    else:
        log.warning("%s failed: %s (request %s)", what, error.code, error.request_id or "-")
