"""The texts of the home page. Triples are (icon, title, text), pairs are (title, text)."""

from webdev_certs.shared.exam_rules import CUT_SCORE, MINUTES
from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.pages.access import IS_FREE, PAID_IN_SHORT
from webdev_certs.ui.pages.rules import QUESTIONS, RETAKE, VALIDITY

FACTS = (
    _("For developers who use React, Angular, Vue, C# or Java"),
    _("Practice, tests and certificates are free"),
    _("Open source, no advertising, no tracking"),
)

STEPS = (
    ("book", _("Learn"), _("Every practice question links to the official documentation.")),
    (
        "target",
        pgettext("verb", "Practice"),
        _("Free rounds of ten questions, easy or hard. When you answer, every option is explained."),
    ),
    (
        "award",
        _("Take the test"),
        _(
            "{range} questions in {minutes} minutes, one at a time. You see your result when you finish.",
            range=QUESTIONS,
            minutes=MINUTES,
        ),
    ),
    ("shield", _("Verify"), _("Your certificate has a number and a QR code. Anyone can verify it.")),
)

EMPLOYERS = (
    (
        "shield",
        _("Verify it in seconds"),
        _("Enter the number or scan the QR code. You see whether the certificate is valid."),
    ),
    (
        "chart",
        _("See what was measured"),
        _("You see the technology, its topics and the date. You see the score if the holder shares it."),
    ),
    (
        "lock",
        _("Trust only this check"),
        _("A picture of a certificate proves nothing. Always verify its number here."),
    ),
)

FAQ = (
    (
        _("What does it cost?"),
        f"{IS_FREE} "
        + _("You need an account but no card.")
        + f" {PAID_IN_SHORT} "
        + _("You can subscribe by month or year, or pay once for lifetime access."),
    ),
    (
        _("Who is it for?"),
        _(
            "For developers who use a technology at work or in projects and want to know how good they are "
            "at it. Practice works for beginners too: it starts at your level."
        ),
    ),
    (
        _("How is the test scored?"),
        _(
            "The test adapts: each question is chosen to tell us the most about your ability. Your score is "
            "from 200 to 800, with its margin of error. Everyone needs {cut_score} to pass. The same answers "
            "to the same questions always give the same score.",
            cut_score=CUT_SCORE,
        ),
    ),
    (
        _("Does an AI score the test?"),
        _(
            "No language model scores or certifies anyone. A statistical model estimates your ability and "
            "how certain the estimate is."
        ),
    ),
    (
        _("What happens if I lose my connection during a test?"),
        _(
            "Your saved answers are kept. Sign in again, on any device, and continue at the same question. "
            "The timer keeps running."
        ),
    ),
    (
        _("Can I take a test again?"),
        # Translators: {wait} is "14 days after" or "right after".
        _("Yes, {wait} your last attempt. Practice has no limit.", wait=RETAKE),
    ),
    (
        _("What does a certificate show about me?"),
        _(
            "Your name, the certification and its dates. You decide whether to show your name and your "
            "score. A certificate is valid for {validity}.",
            validity=VALIDITY,
        ),
    ),
)
