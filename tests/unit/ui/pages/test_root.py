"""What becomes of an exception that leaves an event handler."""

import pytest

from webdev_certs.client import SocialError
from webdev_certs.ui.pages.root import report_failure


def test_a_failed_handler_is_said_and_logged_with_its_place(caplog: pytest.LogCaptureFixture):
    with pytest.raises(RuntimeError) as failure:
        raise RuntimeError("the reason")
    assert report_failure(failure.value) is not None
    assert "the reason" in caplog.text
    assert __file__ in caplog.text


def test_what_the_screen_has_said_is_only_logged(caplog: pytest.LogCaptureFixture):
    assert report_failure(SocialError("social_not_configured")) is None
    assert "social_not_configured" in caplog.text
