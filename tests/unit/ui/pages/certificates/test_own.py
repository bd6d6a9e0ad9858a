"""The holder's own certificates."""

from webdev_certs.ui.pages.dashboard.dashboard import certificates


def test_the_notice_of_a_changed_name_has_the_button_that_issues_the_certificate_again():
    _before, _notice, after = str(certificates()).partition("changed your name since")
    between, label, _rest = after.partition("Reissue with my new name")
    assert label
    assert between.count('jsx("button"') == 1
    assert "checkbox" not in between
