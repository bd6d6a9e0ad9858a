"""What is free and what paid access adds, in the same words on all pages with prices."""

from webdev_certs.shared.translation import _

IS_FREE = _("Practice, tests and certificates are free.")
STAYS_FREE = _("Practice, tests and certificates stay free.")

FREE = (
    _("Practice without limit, with an explanation for every answer"),
    _("Every certification test, and retakes"),
    _("Certificates that anyone can verify"),
)
PAID = (
    _("Go back to every finished round: your answers, the correct answers, and why"),
    _("A study plan from your results, the weakest topic first"),
)
