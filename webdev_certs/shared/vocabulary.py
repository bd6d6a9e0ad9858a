"""Words that several parts of the product share: for items, certificates, and a learner's next step."""

from typing import Literal, get_args

from webdev_certs.shared.translation import N_

Difficulty = Literal["beginner", "intermediate", "advanced"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
ItemFormat = Literal[
    "single_choice", "multiple_choice", "true_false", "output", "fill_in", "order_lines", "match_pairs"
]
CertificateStatus = Literal["valid", "expired", "suspended", "replaced", "revoked"]
BadgeFileKind = Literal["pdf", "png", "svg", "json", "jwt", "photo"]
"""A file that can have a credential in it; a photo has only the QR code of a certificate."""
NextStepKind = Literal[
    "resume_attempt",
    "resume_mock_exam",
    "try_practice",
    "share",
    "take_exam",
    "resume_practice",
    "prepare_retake",
    "practice_topic",
    "practice",
    "next_technology",
    "all_passed",
]
"""What a learner can be offered to do next."""

PlanKind = Literal["running", "few_answers", "ready", "on_the_way", "far"]
"""Where a daily plan stands: a test runs; too few answers to look ahead; the chance of passing is high
enough; there is a date for that; there is none within the time that a plan looks ahead."""

MailKind = Literal["passed", "result", "review", "expiry", "retake", "practice"]
"""A kind of mail that people can switch off: a passed test; a result that isn't a pass; a test under review
and its end; a certificate that expires; a retake that is possible; the weekly plan and due reviews."""
MAIL_KINDS: tuple[MailKind, ...] = get_args(MailKind)

NAME_WITHHELD = N_("Holder’s name withheld")
"""Shown instead of the name of a holder who withholds it. Documents have both in English."""
FORMER_USER = N_("Former user")
"""Shown instead of the name of a holder who has deleted their account."""
