"""Answers of the Support page about tests, practice and certificates."""

from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import CUT_SCORE, MIN_ITEMS, MINUTES
from webdev_certs.shared.translation import _, ngettext, pgettext
from webdev_certs.ui.pages.public.info_texts.info_text import Answer
from webdev_certs.ui.pages.rules import QUESTIONS, VALIDITY

_WAIT = get_settings().retake_days
_AGAIN = (
    ngettext(
        "You can take a test again {n} day after your last attempt in the same technology.",
        "You can take a test again {n} days after your last attempt in the same technology.",
        _WAIT,
    )
    if _WAIT
    else _("You can take a test again right after your last attempt in the same technology.")
)

TESTS: tuple[Answer, ...] = (
    (
        _("How does a test work?"),
        (
            _(
                "A test has {questions} questions in {minutes} minutes, one at a time. You cannot go back, "
                "because each question depends on your answers. You need {cut_score} points to pass, and you "
                "see your result at once.",
                questions=QUESTIONS,
                minutes=MINUTES,
                cut_score=CUT_SCORE,
            ),
        ),
        pgettext(
            "words that find an answer",
            "exam certification rules length long duration minutes points format passing score",
        ),
    ),
    (
        _("I lost my connection during a test"),
        (
            _(
                "Keep the page open. If an answer is not saved yet, the page says so and tries again until "
                "it is saved or the time is up. You can also open the test again, on any device. You "
                "continue at the same question, with your saved answers. The timer keeps running."
            ),
        ),
        pgettext(
            "words that find an answer",
            "exam internet offline network disconnected crash closed power resume continue",
        ),
    ),
    (
        _("My time ran out"),
        (
            _(
                "The test ends automatically and is scored with the answers you gave. You need at least {n} "
                "answers to pass.",
                n=MIN_ITEMS,
            ),
        ),
        pgettext("words that find an answer", "exam test timeout expired late deadline"),
    ),
    (
        _("I need more time"),
        (
            _(
                "If you need more time, for example because of a disability, ask for 25, 50 or 100 percent "
                "more time in your [profile](/dashboard/profile). Ask before you start: it counts for tests "
                "that you start after it was granted. Your reason is deleted when the request is decided."
            ),
        ),
        pgettext(
            "words that find an answer", "exam test extra extension longer disability accommodation dyslexia"
        ),
    ),
    (
        _("I want to take a test again"),
        (f"{_AGAIN} " + _("Practice has no limit. [Start practice](/dashboard/practice)."),),
        pgettext("words that find an answer", "exam retake repeat retry attempts limit failed wait"),
    ),
    (
        _("A question is wrong"),
        (
            _(
                "Use “Report this question” below it, in practice or in a test. If we find that a question "
                "was wrong, we correct it and score the affected tests again. You get an email if your "
                "result changes."
            ),
        ),
        pgettext("words that find an answer", "exam test error mistake incorrect bug report complain"),
    ),
    (
        _("What happened to the sample questions that I answered?"),
        (
            _(
                "The tab in which you answered keeps them for an hour, or until you close it. If you create "
                "an account or sign in there, they become the start of a practice round. [Continue your "
                "practice round](/dashboard/practice)."
            ),
        ),
        pgettext("words that find an answer", "demo trial example saved lost answers"),
    ),
)

CERTIFICATES: tuple[Answer, ...] = (
    (
        _("Where is my certificate?"),
        (
            _(
                "In [your certificates](/dashboard/my-certificates), as soon as you pass. Confirm your email "
                "first: without that, no certificate is issued. You can download it as often as you like."
            ),
        ),
        pgettext("words that find an answer", "download PDF find diploma badge LinkedIn missing exam"),
    ),
    (
        _("My name on a certificate is wrong"),
        (
            _(
                "Change your name in your [profile](/dashboard/profile). Then open [your "
                "certificates](/dashboard/my-certificates) and have the certificate issued again. The old "
                "number leads to the new certificate."
            ),
        ),
        pgettext("words that find an answer", "rename correct change typo misspelled marriage diploma"),
    ),
    (
        _("How long is a certificate valid?"),
        (
            _(
                "For {validity}. To renew it, pass the test again. An expired certificate stays verifiable.",
                validity=VALIDITY,
            ),
        ),
        pgettext(
            "words that find an answer", "expire expiry expiration renew renewal validity duration diploma"
        ),
    ),
)
