"""The texts of mails about results, in the way of `texts`."""

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, letter


def result_corrected(
    to: str, name: str, title: str, before: int, after: int, *, passed: bool, link: str
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
    """
    decision = "You passed the test." if passed else "The test is not passed."
    score = f"Your score is {after} points now; before it was {before}." if before != after else ""
    return letter(
        to,
        name,
        "Your test result has changed",
        f"We found a mistake in a question of your test “{title}”, and scored your answers again. "
        f"{score} {decision}".replace("  ", " "),
        Button("See my result", link),
        "The questions and your answers stay as they were. If something is unclear, please write to us: the "
        "contact page has the address.",
        reason="You get this mail because you took a test at WebDev Certs.",
    )
