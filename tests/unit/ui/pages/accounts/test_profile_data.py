"""What the profile says before an account is deleted is what happens."""

from webdev_certs.server.services.mail.outbox import KEEP_DONE
from webdev_certs.ui.pages.accounts.profile import deletion


def test_it_says_what_happens_to_subscriptions_mails_and_linked_services():
    words = str(deletion())
    assert "if you have a subscription, it ends right away" in words.casefold()
    assert f"up to {KEEP_DONE.days} days" in words
    assert "sign-in with Google and GitHub" in words
