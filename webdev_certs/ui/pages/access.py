"""What is free, what paid access adds, and the rules of paying, in the same words on all pages."""

from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.rules import RETAKE

IS_FREE = _("Practice, tests and certificates are free.")
STAYS_FREE = _("Practice, tests and certificates stay free.")

FREE = (
    _("Practice without limit, with an explanation for every answer"),
    # Translators: {wait} is "14 days after" or "right after".
    _("Every certification test, and retakes {wait} your last attempt", wait=RETAKE),
    _("Certificates that anyone can verify"),
    _("Your progress by topic, and the questions that you should review today"),
)
# What `server/services/practice` refuses without paid access (results.py, mistakes.py), and nothing else.
PAID_IN_SHORT = _(
    "Paid access adds the full review of the practice rounds you finish, and all your mistakes in one place."
)
PAID = (
    _(
        "The full review of each practice round: every question with your answer, the correct answer and the "
        "explanation"
    ),
    _(
        "A study plan for each round: the topics in which you missed questions, the weakest first, with "
        "links to the official documentation and to practice"
    ),
    _(
        "All your mistakes in one place: every question you missed and have not answered correctly since, "
        "with its explanation, to practice again at any time"
    ),
    _("Review any finished round as often as you like, even rounds from before you had paid access"),
)

# Checkout adds no taxes or fees (`server/gateways/stripe/payments.py`), and any other amount is refused.
FINAL_PRICE = _("The price you see is the final price. Any taxes that apply are included.")
CANCELING = _(
    "You can cancel a subscription at any time. It stays active until the end of the period you paid for."
)
REFUNDS = _("We decide on each refund request individually. This does not affect your legal rights.")
