"""The texts of the home page. Triples are (icon, title, text), pairs are (title, text)."""

from webdev_certs.ui.pages.rules import CUT_SCORE, MINUTES, QUESTIONS, RETAKE, VALIDITY

FACTS = (
    "For developers who use React, Angular, Vue, C# or Java",
    "Practice, tests and certificates are free",
    "Open source, no advertising, no tracking",
)

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

EMPLOYERS = (
    (
        "shield",
        "Verify it in seconds",
        "Enter the number or scan the QR code. You see whether the certificate is valid.",
    ),
    (
        "chart",
        "See what was measured",
        "You see the technology, its topics and the date. You see the score if the holder shares it.",
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
        "Practice, explanations, certification tests and certificates are free. You need an account, and no "
        "card. Paid access adds the full review of your practice rounds. You can pay once for lifetime "
        "access, or subscribe by month or year.",
    ),
    (
        "Who is it for?",
        "For developers who use a technology at work or in projects and want to know how good they are at "
        "it. Practice works for beginners too: it starts at your level.",
    ),
    (
        "How is the test scored?",
        "The test adapts: each question is chosen to tell us the most about your ability. Your score is from "
        f"200 to 800, with its margin of error. Everyone needs {CUT_SCORE} to pass. The same answers to the "
        "same questions always give the same score.",
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
        "Your name, the certification and its dates. You decide whether to show your name and your score. "
        f"A certificate is valid for {VALIDITY}.",
    ),
)
