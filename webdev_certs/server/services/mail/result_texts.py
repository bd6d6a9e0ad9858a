"""Mails about test results."""

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, letter
from webdev_certs.shared.translation import _


def result_corrected(
    to: str, name: str, title: str, before: int, after: int, *, passed: bool, link: str, contact_link: str
) -> Message:
    """Report that a result changed because the key of a question was corrected.

    Args:
        to: The email.
        name: The account's name.
        title: The certificate's title, e.g. `Certified React Developer`.
        before: The score before.
        after: The score now.
        passed: Whether the attempt is passed now.
        link: The result.
        contact_link: The contact page.
    """
    sentences = [
        _(
            "We found a mistake in a question of your test “{title}”, and scored your answers again.",
            title=title,
        )
    ]
    if before != after:
        sentences.append(_("Your score changed from {before} to {after}.", before=before, after=after))
    sentences.append(_("You passed the test.") if passed else _("The test is not passed."))
    return letter(
        to,
        name,
        _("Your test result has changed"),
        " ".join(sentences),
        Button(_("See my result"), link),
        _("The questions and your answers stay as they were. If something is unclear, please contact us."),
        Button(_("Contact us"), contact_link),
        reason=_("You get this email because you took a test at WebDev Certs."),
    )
