"""The texts that the pages of all certifications share. Pairs are (title, text)."""

from webdev_certs.shared.exam_rules import CUT_SCORE, MIN_ITEMS, MINUTES
from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.access import IS_FREE, PAID_IN_SHORT
from webdev_certs.ui.pages.offers import Offer
from webdev_certs.ui.pages.rules import QUESTIONS, RETAKE, VALIDITY

RESULT = (
    (
        _("A score with its margin of error"),
        _(
            "The scale runs from 200 to 800. The standard error next to the score shows how much it would "
            "typically change if you took a similar test. Each topic has a score of its own."
        ),
    ),
    (
        _("Everyone needs {cut_score}", cut_score=CUT_SCORE),
        _(
            "It does not matter how others did. The pass mark is the score of a developer who is just good "
            "enough for everyday work with the technology."
        ),
    ),
    (
        _("How the pass mark was set"),
        _(
            "For each question, a reviewer who did not write it estimated how many of those developers would "
            "answer it correctly (the modified Angoff method). These ratings set both the difficulty of the "
            "questions and the pass mark. Once enough people have answered, the answers show how difficult "
            "the questions really are, and the pass mark is checked against them."
        ),
    ),
)

CERTIFICATE = (
    _("Your name, the title, the dates and a number that anyone can verify"),
    _("Your score, only if you choose to show it"),
    _("A PDF with a QR code, to print or attach"),
    _("A signed Open Badge, which other software can verify"),
    _("A button that adds it to your LinkedIn profile"),
    _("Valid for {validity}. Take the test again to renew it.", validity=VALIDITY),
)


def questions(offer: Offer) -> tuple[tuple[str, str], ...]:
    """Return what people ask about a certification, with the answers."""
    return (
        (
            _("Which version does the test cover?"),
            _(
                "{version}. The questions follow the official documentation.",
                version=offer.version[:1].upper() + offer.version[1:],
            ),
        ),
        (
            _("Which language are the questions in?"),
            _("English, in practice and in the test. The certificate is in English too."),
        ),
        (
            _("How long does it take?"),
            _(
                "You have {minutes} minutes for {range} questions. The test ends earlier when the result is "
                "certain, but never before {least} questions. You see your result at once.",
                minutes=MINUTES,
                range=QUESTIONS,
                least=MIN_ITEMS,
            ),
        ),
        (
            _("What does it cost?"),
            f"{IS_FREE} {PAID_IN_SHORT} " + _("You don’t need it to pass."),
        ),
        (
            _("How do I prepare?"),
            _(
                "Practice {name} until your estimate is above {cut_score}. Every answer is explained, with "
                "a link to the official documentation. Practice questions never appear in the test.",
                name=offer.name,
                cut_score=CUT_SCORE,
            ),
        ),
        (
            _("What if I don’t pass?"),
            # Translators: {wait} is "14 days after" or "right after".
            _(
                "You can take the test again {wait} your last attempt. The result shows which topics to "
                "practice. No other user sees it.",
                wait=RETAKE,
            ),
        ),
        (
            _("Can I go back to a question?"),
            _(
                "No. The next question depends on your answers so far. A wrong answer costs no more than an "
                "empty one."
            ),
        ),
        (
            _("Is the test supervised?"),
            _(
                "No. The test is not supervised, and there is no camera. The certificate’s page says so. "
                "Leaving the test and pasting text are recorded, but they never change a result."
            ),
        ),
        (
            _("Can I get more time?"),
            _(
                "Yes, if you need it, for example because of a disability. Ask for 25, 50 or 100 percent "
                "more time in your profile before you start."
            ),
        ),
    )
