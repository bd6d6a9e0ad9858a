"""The texts of the home page. Triples are (icon, title, text), pairs are (title, text)."""

from webdev_certs.ui.pages.rules import CUT_SCORE, MINUTES, QUESTIONS, RETAKE

STEPS = (
    ("book", "Learn", "Every practice question links to the official documentation."),
    (
        "target",
        "Practice",
        "Free rounds of ten questions, easy or hard. When you answer, every option is explained.",
    ),
    (
        "award",
        "Take the test",
        f"{QUESTIONS} questions in {MINUTES} minutes, one at a time. You see your result when you finish.",
    ),
    ("shield", "Verify", "Your certificate has a number and a QR code. Anyone can verify it."),
)

READINGS = (
    (
        "A score with its margin of error",
        "The scale runs from 200 to 800. The standard error next to the score shows how much it would "
        "typically change if you took a similar test.",
    ),
    (
        "A profile by topic",
        "Each topic has its own interval. It is wider than the interval of the whole test, because it is "
        "based on fewer questions.",
    ),
    (
        "A clear result",
        f"Passed or not passed. Everyone needs the same score: {CUT_SCORE}.",
    ),
)

METHODS = (
    (
        "layers",
        "Balanced topics",
        "Of every 20 questions, the same number comes from each topic. They are selected from a larger "
        "question bank, with the options in random order.",
    ),
    (
        "sparkle",
        "Measured, not counted",
        "The test adapts: each next question is chosen to tell most about your ability. The test ends when "
        f"the result is certain, after {QUESTIONS} questions.",
    ),
    (
        "check-circle",
        "Same answers, same score",
        "The same answers to the same questions always give the same score. No language model grades you or "
        "decides who is certified.",
    ),
)

EMPLOYERS = (
    (
        "shield",
        "Verify it in seconds",
        "Enter the number or scan the QR code. You see whether the certificate is valid.",
    ),
    (
        "chart",
        "See what was measured",
        "You see the technology and the date. You see the score if the holder shares it.",
    ),
    (
        "lock",
        "Trust only this check",
        "A picture of a certificate proves nothing. Always verify its number here.",
    ),
)

FAQ = (
    (
        "What does it cost?",
        "Practice, explanations and certification tests are free. You need an account. Paid access adds the "
        "full review of your practice rounds. You can pay once for lifetime access, or subscribe by month or "
        "year. You see the price before you pay.",
    ),
    (
        "What does “AI-powered” mean here?",
        "A statistical model estimates your ability and how certain the estimate is. It is not a chatbot. No "
        "language model scores or certifies anyone.",
    ),
    (
        "What happens if I lose my connection during a test?",
        "Your saved answers are kept. Sign in again, on any device, and continue at the same "
        "question. The timer keeps running.",
    ),
    (
        "Can I take a test again?",
        f"Yes, {RETAKE} your last attempt. Practice has no limit.",
    ),
    (
        "What does a certificate show about me?",
        "Your name, the certification and its dates. You decide whether to show your score.",
    ),
)
