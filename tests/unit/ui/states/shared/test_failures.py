"""Messages for refusals of the API, in the language of the tab."""

import pytest

from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import NO_REFRESH_TOKEN, ApiError
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.shared.failures import describe, describe_loading, log_failure


def refusal(code: str, message: str = "") -> ApiError:
    return ApiError(400, code, message)


def test_a_failure_is_logged_with_its_code_and_its_request_but_without_its_sentence(caplog):
    error = ApiError(503, "refused", "ada@example.com is refused.")
    error.request_id = "request-7"
    log_failure("checkout", error)
    log_failure("checkout", ApiError.unreachable())
    log_failure("token refresh", refusal("no_refresh_token", NO_REFRESH_TOKEN))
    assert caplog.messages == [
        "checkout failed: refused (request request-7)",
        "checkout failed: unreachable (request -)",
        f"token refresh failed: {NO_REFRESH_TOKEN}",
    ]


@pytest.mark.parametrize(
    "code", ["unreachable", "internal_error", "no_refresh_token", "invalid_refresh_token", "other"]
)
def test_known_refusals_are_said_in_the_language_of_the_tab(code: str):
    english = describe(refusal(code))
    with in_language("de"):
        assert describe(refusal(code)) not in ("", english)


def test_the_sentence_of_the_api_is_in_the_language_of_the_tab_already():
    with in_language("de"):
        assert "Wir erreichen den Server nicht." in ApiError.unreachable().message
        assert describe(refusal("other", "Schon vergeben.")) == "Schon vergeben."


def test_learners_whose_records_cannot_be_loaded_are_told_what_is_safe():
    failed = describe_loading(refusal("internal_error", "Internal error"))
    assert failed == "The problem is on our side. Your saved answers, results and certificates are safe."
    failed = describe_loading(refusal("internal_error"), BillingState.safe)
    assert failed == "The problem is on our side. Your plan and your payments haven’t changed."
    # Nothing is known about the server when it was not reached, and the API explains its other refusals.
    assert describe_loading(refusal("unreachable")) == describe(refusal("unreachable"))
    assert describe_loading(refusal("other", "Already taken.")) == "Already taken."
