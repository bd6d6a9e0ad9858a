"""Answers of the Support page about tests, practice and certificates."""

from webdev_certs.ui.pages.public.info_texts.info_text import Section
from webdev_certs.ui.pages.rules import CUT_SCORE, MIN_QUESTIONS, MINUTES, QUESTIONS, RETAKE, VALIDITY

TESTS: tuple[Section, ...] = (
    (
        "How does a test work?",
        (
            f"A test has {QUESTIONS} questions in {MINUTES} minutes, one at a time. You cannot go back, "
            f"because each question depends on your answers. You need {CUT_SCORE} points to pass, and you "
            "see your result at once.",
        ),
    ),
    (
        "I lost my connection during a test",
        (
            "Keep the page open. If an answer is not saved yet, the page says so and tries again until "
            "it is saved or the time is up. You can also open the test again, on any device. You "
            "continue at the same question, with your saved answers. The timer keeps running.",
        ),
    ),
    (
        "My time ran out",
        (
            "The test ends automatically and is scored with the answers you gave. You need at least "
            f"{MIN_QUESTIONS} answers to pass.",
        ),
    ),
    (
        "I need more time",
        (
            "If you need more time, for example because of a disability, ask for 25, 50 or 100 percent in "
            "your [profile](/dashboard/profile). Ask before you start: it counts for tests that you start "
            "after it was granted. Your reason is deleted when the request is decided.",
        ),
    ),
    (
        "I want to take a test again",
        (
            f"You can take a test again {RETAKE} your last attempt in the same technology. Practice has "
            "no limit. [Start practice](/dashboard/practice).",
        ),
    ),
    (
        "A question is wrong",
        (
            "Use “Report this question” below it, in practice or in a test. If we find that a question was "
            "wrong, we correct it and score the affected tests again. You get a mail if your result changes.",
        ),
    ),
    (
        "What happened to the sample questions that I answered?",
        (
            "Your browser keeps them for a day. After you create an account or sign in, they are the start "
            "of a practice round. [Continue it in practice](/dashboard/practice).",
        ),
    ),
)

CERTIFICATES: tuple[Section, ...] = (
    (
        "Where is my certificate?",
        (
            "In [your certificates](/dashboard/my-certificates), as soon as you pass. Confirm your email "
            "first: without that, no certificate is issued. You can download it as often as you like.",
        ),
    ),
    (
        "My name on a certificate is wrong",
        (
            "Change your name in your [profile](/dashboard/profile). Then open "
            "[your certificates](/dashboard/my-certificates) and have the certificate issued again. The old "
            "number leads to the new certificate.",
        ),
    ),
    (
        "I do not want to show my name or my score",
        (
            "In [your certificates](/dashboard/my-certificates) you choose for each certificate what other "
            "people see. Your score is hidden until you choose to show it.",
        ),
    ),
    (
        "How long is a certificate valid?",
        (f"For {VALIDITY}. To renew it, pass the test again. An expired certificate stays verifiable.",),
    ),
)
