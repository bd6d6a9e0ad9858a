"""Mails about test results."""

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, letter


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
    decision = "You passed the test." if passed else "The test is not passed."
    score = f"Your score changed from {before} to {after}." if before != after else ""
    return letter(
        to,
        name,
        "Your test result has changed",
        f"We found a mistake in a question of your test “{title}”, and scored your answers again. "
        f"{score} {decision}".replace("  ", " "),
        Button("See my result", link),
        "The questions and your answers stay as they were. If something is unclear, please contact us.",
        Button("Contact us", contact_link),
        reason="You get this mail because you took a test at WebDev Certs.",
    )
