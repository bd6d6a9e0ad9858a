"""Answers of the Support page about tests, practice, progress and certificates."""

from webdev_certs.schemas.progress import LEAST_FOR_READINESS, LEAST_FOR_SCORE
from webdev_certs.settings import get_settings
from webdev_certs.shared.exam_rules import CUT_SCORE, MIN_ITEMS, MINUTES, SCALE_HIGH, SCALE_LOW
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

PROGRESS_ID = "progress"
"""The id of the heading of these answers, to which the dashboard links."""
PROGRESS: tuple[Answer, ...] = (
    (
        _("What does my chance of passing mean?"),
        (
            _(
                "It is how likely you would pass the test now. It comes from your latest practice, where "
                "only your first answer to each question counts, and you see it after {n} questions. "
                "Practice has no time limit, so take it as a guide: only the test decides.",
                n=LEAST_FOR_READINESS,
            ),
            _(
                "The range beside it says how certain it is, because your ability may be a little lower or "
                "higher than we estimate. In about two of three cases, your chance is in this range. The "
                "more questions you answer, the better we know your ability."
            ),
        ),
        pgettext(
            "words that find an answer",
            "probability likely readiness ready percent range interval uncertain estimate progress",
        ),
    ),
    (
        _("What do the score and the 95% interval in my progress mean?"),
        (
            _(
                "The score estimates your ability, on the scale of the test from {low} to {high}. We’re "
                "95% confident that your ability is within the interval, which gets narrower with "
                "more answers. You see the score of a topic after {n} different questions.",
                low=SCALE_LOW,
                high=SCALE_HIGH,
                n=LEAST_FOR_SCORE,
            ),
        ),
        pgettext("words that find an answer", "ability mastery topics points band chart confidence practice"),
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
