"""The texts of the Support page."""

from webdev_certs.ui.pages.public.info_texts.info_text import InfoText
from webdev_certs.ui.pages.rules import MIN_QUESTIONS, RETAKE

SUPPORT = InfoText(
    path="support",
    title="Support",
    summary="Help with signing in, tests, results, certificates and payments.",
    heading="How can we help?",
    lead="Answers to common problems. If yours is not here, see [Contact](/contact).",
    sections=(
        (
            "I cannot sign in",
            (
                "Use the email you registered with, or the same Google or GitHub account. If you forgot "
                "your password, [ask for a link to set a new one](/auth/forgot-password). To protect "
                "accounts, the answer is the same whether or not an account exists.",
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
            "I want to take a test again",
            (
                f"You can take a test again {RETAKE} your last attempt in the same technology. Practice has "
                "no limit. [Start practice](/dashboard/practice).",
            ),
        ),
        (
            "A certificate number is not found",
            (
                "Compare the number with the certificate, character by character. The letter O is read as "
                "a zero, and the letter I as a one. If the page says that the number has a typing error, "
                "one character is wrong. If it says that the number was not issued, the certificate is not "
                "from this site.",
            ),
        ),
        (
            "I paid but have no access",
            (
                "Open [Billing](/dashboard/billing) and reload the page. The payment provider may need a "
                "few minutes to confirm a payment. If you have no access after an hour, contact the "
                "operator. Include the date and the amount, but never your card number.",
            ),
        ),
    ),
)
