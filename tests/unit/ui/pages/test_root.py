"""What becomes of an exception that leaves an event handler."""

import pytest

from webdev_certs.ui.client import SocialError
from webdev_certs.ui.pages import root
from webdev_certs.ui.pages.root import broken_page, report_failure
from webdev_certs.ui.reflex_internals import event_arguments


def test_an_exception_is_shown_and_logged_with_its_location(caplog: pytest.LogCaptureFixture):
    with pytest.raises(RuntimeError) as failure:
        raise RuntimeError("the reason")
    assert report_failure(failure.value) is not None
    assert "the reason" in caplog.text
    assert __file__ in caplog.text


def test_an_exception_is_shown_in_the_language_of_the_tab(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(root, "language_of_event", lambda: "de")
    toast = report_failure(RuntimeError("the reason"))
    assert toast
    assert "Etwas ist schiefgegangen. Versuchen Sie es erneut." in map(str, event_arguments(toast).values())


def test_an_exception_that_the_page_shows_itself_is_only_logged(caplog: pytest.LogCaptureFixture):
    assert report_failure(SocialError("social_not_configured")) is None
    assert "social_not_configured" in caplog.text


def test_a_broken_page_speaks_of_answers_only_on_the_pages_that_ask_questions():
    condition, shown = str(broken_page()).split("Saved answers are safe.")[0].rsplit("?", 1)
    assert condition.endswith(r"isTrue(/\/(test|practice-test)\//.test(location.pathname))")
    assert shown == '(jsx(Fragment,{}," ","'
