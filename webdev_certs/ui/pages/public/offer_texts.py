"""The texts that the pages of all certifications share. Pairs are (title, text)."""

from webdev_certs.ui.pages.public.offers import Offer
from webdev_certs.ui.pages.rules import CUT_SCORE, MIN_QUESTIONS, MINUTES, QUESTIONS, RETAKE, VALIDITY

RESULT = (
    (
        "A score with its margin of error",
        "The scale runs from 200 to 800. The standard error next to the score shows how much it would "
        "typically change if you took a similar test. Each topic has a score of its own.",
    ),
    (
        f"Everyone needs {CUT_SCORE}",
        "It does not matter how others did. The pass mark is the score of a developer who is just good "
        "enough for everyday work with the technology.",
    ),
    (
        "How the pass mark was set",
        "For each question, a reviewer who did not write it estimated how many of those developers would "
        "answer it correctly (the modified Angoff method). These ratings set both the difficulty of the "
        "questions and the pass mark. Once enough people have answered, the answers show how difficult the "
        "questions really are, and the pass mark is checked against them.",
    ),
)

CERTIFICATE = (
    "Your name, the title, the dates and a number that anyone can verify",
    "Your score, only if you choose to show it",
    "A PDF with a QR code, to print or attach",
    "A signed Open Badge, which other software can verify",
    "A button that adds it to your LinkedIn profile",
    f"Valid for {VALIDITY}. Take the test again to renew it.",
)


def questions(offer: Offer) -> tuple[tuple[str, str], ...]:
    """Return what people ask about a certification, with the answers."""
    return (
        (
            "Which version is the test about?",
            f"{offer.version[:1].upper()}{offer.version[1:]}. The questions follow the official "
            "documentation.",
        ),
        (
            "How long does it take?",
            f"You have {MINUTES} minutes for {QUESTIONS} questions. The test ends earlier when the result is "
            f"certain, but never before {MIN_QUESTIONS} questions. You see your result at once.",
        ),
        (
            "What does it cost?",
            "The test and the certificate are free, and so is practice. Paid access adds the full review of "
            "your practice rounds. You don't need it to pass.",
        ),
        (
            "How do I prepare?",
            f"Practice {offer.name} until your estimate is above {CUT_SCORE}. Every answer is explained, "
            "with a link to the official documentation. Practice questions never appear in the test.",
        ),
        (
            "What if I don't pass?",
            f"You can take the test again {RETAKE} your last attempt. The result shows which topics to "
            "practice. No other user sees it.",
        ),
        (
            "Can I go back to a question?",
            "No. The next question depends on your answers so far. A wrong answer costs no more than an "
            "empty one.",
        ),
        (
            "Is somebody watching me?",
            "No. The test is not supervised, and there is no camera. The certificate's page says so. Leaving "
            "the test and pasting text are recorded, but they never change a result.",
        ),
        (
            "Can I get more time?",
            "Yes, if you need it, for example because of a disability. Ask for 25, 50 or 100 percent more "
            "time in your profile before you start.",
        ),
    )
