"""The words of the home page. Triples are (icon, title, text), pairs are (title, text)."""

from webdev_certs.ui.pages.rules import CUT_SCORE, MINUTES, QUESTIONS, RETAKE

STEPS = (
    ("book", "Learn", "Every question links to the official documentation, so you read where it counts."),
    (
        "target",
        "Practise",
        "Free rounds of ten questions, easy or hard. Each option is explained as soon as you answer.",
    ),
    (
        "award",
        "Certify",
        f"{QUESTIONS} questions in {MINUTES} minutes, one at a time. The result is there when you finish.",
    ),
    ("shield", "Verify", "Your certificate carries a number and a QR code that anyone can check."),
)

READINGS = (
    (
        "A score with its margin of error",
        "The scale runs from 200 to 800. Next to the score stands its standard error: how far it would "
        "typically move if you sat another test of the same kind.",
    ),
    (
        "A profile by topic",
        "Each topic has an interval of its own. It is wider than that of the whole test, because fewer "
        "questions stand behind it, and the picture says so.",
    ),
    (
        "A clear verdict",
        f"Passed or not, against a mark that is the same for everyone and known beforehand: {CUT_SCORE}.",
    ),
)

METHODS = (
    (
        "layers",
        "Built to a blueprint",
        "Every test holds the same number of questions from each topic, drawn for you from a larger bank, "
        "with the options in a new order.",
    ),
    (
        "sparkle",
        "Measured, not counted",
        "Item response theory weighs how hard and how telling each question is, and estimates your ability "
        "from the whole pattern of answers.",
    ),
    (
        "check-circle",
        "Nothing left to mood",
        "The same answers always give the same score. No language model grades you, and none decides who is "
        "certified.",
    ),
)

EMPLOYERS = (
    ("shield", "Check it in seconds", "Enter the number or scan the code: valid, expired or not ours."),
    (
        "chart",
        "See what was measured",
        "Technology, date and, if the holder shares it, the score.",
    ),
    (
        "lock",
        "Trust the source",
        "Only our register confirms a certificate. A picture of one proves nothing.",
    ),
)

FAQ = (
    (
        "What does it cost?",
        "Practice with its explanations is free, and so is taking a certification test; both need an "
        "account. Paid access adds the full review of your practice rounds: by one payment for good, or by a "
        "monthly or yearly subscription. You see the price before you pay anything.",
    ),
    (
        "What does “AI-powered” mean here?",
        "Psychometric scoring: a statistical model estimates your ability and how certain the estimate is. "
        "It is not a chat bot, and no language model scores or certifies anyone.",
    ),
    (
        "What happens if I lose my connection during a test?",
        "Every answer is saved as you give it. Sign in again, on another device if need be, and you continue "
        "at the same question. The clock keeps running meanwhile.",
    ),
    (
        "Can I repeat a test?",
        f"Yes, {RETAKE} the last attempt. Practice is not limited.",
    ),
    (
        "What does a certificate show about me?",
        "Your name, the certification and its dates. You decide whether your score is shown as well.",
    ),
)
