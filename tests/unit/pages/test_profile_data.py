"""What the profile says before an account is deleted: no more and no less than what happens."""

from webdev_certs.ui.pages.accounts.profile_data import deletion
from webdev_certs.server.services.mail.worker import KEEP_DONE


def test_it_says_what_becomes_of_subscriptions_mails_and_linked_services():
    words = str(deletion())
    assert "your subscription ends at once" in words.casefold()
    assert f"up to {KEEP_DONE.days} days" in words
    assert "sign-in service" in words
