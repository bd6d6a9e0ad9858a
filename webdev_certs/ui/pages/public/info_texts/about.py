"""The texts of the About page."""

from webdev_certs.shared.exam_rules import CUT_SCORE
from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.public.info_texts import operator
from webdev_certs.ui.pages.public.info_texts.info_text import InfoText
from webdev_certs.ui.pages.rules import VALIDITY

ABOUT = InfoText(
    path="about",
    title=_("About"),
    summary=_("Why WebDev Certs exists, how its tests are built and scored, and who makes it."),
    heading=_("Certificates should mean something"),
    lead=_(
        "WebDev Certs is an open-source project. It measures what web developers know, shows how certain "
        "each score is, and lets anyone verify the result."
    ),
    sections=(
        (
            _("Why we built it"),
            (
                _(
                    "A badge that everyone gets tells an employer nothing. A score without a margin of error "
                    "promises more than any test can measure. We wanted a certificate that you can check."
                ),
            ),
        ),
        (
            _("How questions are made"),
            (
                _(
                    "Each question has a topic, a difficulty, an explanation for every option and a link to "
                    "the official documentation. If a question is about what code does, we ran the code and "
                    "saved the output and the version."
                ),
            ),
        ),
        (
            _("How tests are scored"),
            (
                _(
                    "The test adapts to your answers: each question is chosen to tell us the most about your "
                    "ability. Each topic has a fixed share of the questions. The score estimates your "
                    "ability with item response theory, on a scale from 200 to 800, with its standard error. "
                    "Each topic has its own score and interval."
                ),
                _("No language model scores a test or decides who is certified."),
            ),
        ),
        (
            _("How the pass mark was set"),
            (
                _(
                    "Everyone needs {cut_score} points. For each question, a reviewer who did not write it "
                    "estimated how many developers who are just good enough for everyday work would answer "
                    "it correctly. This is the modified Angoff method. The ratings set both the difficulty "
                    "of the questions and the pass mark, until there are enough answers to measure the "
                    "difficulty.",
                    cut_score=CUT_SCORE,
                ),
                _(
                    "Averaged over all simulated learners who are 30 or more points away from the pass mark, "
                    "about 95 of 100 results are right."
                ),
            ),
        ),
        (
            _("How certificates are verified"),
            (
                _(
                    "A certificate has a number such as WDC‑RE‑SAMP‑1E00‑A and a QR code. Both open a public "
                    "page that shows whether the certificate is valid. The last character is a check "
                    "character, so the page recognizes a typing error. Certificates are valid for "
                    "{validity}. [Verify a certificate](/verify), or see what that looks like with [a "
                    "sample](/verify/WDC-RE-SAMP-1E00-A).",
                    validity=VALIDITY,
                ),
            ),
        ),
        (
            _("Open source"),
            (
                _(
                    "The software is released under the MIT License. You can [read the code]({url}), run it "
                    "yourself, report problems and suggest changes.",
                    url=operator.SOURCE,
                )
                if operator.SOURCE
                else _("The software is released under the MIT License. Anyone may run and change it."),
            ),
        ),
    ),
)
