"""A certificate that verification has found: the verdict, what it says, what was checked, what it means."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD
from webdev_certs.ui.components import card, link
from webdev_certs.ui.components.sentence import sentence
from webdev_certs.ui.components.verdict import check_list, seal, verdict_banner
from webdev_certs.ui.states.certificates.verification import VerificationState

SHOWN = ("valid", "expired", "suspended", "replaced", "revoked", "sample")
"""The phases in which a certificate was found."""
_IS_SAMPLE = VerificationState.phase == "sample"


def found() -> rx.Component:
    """Render the certificate."""
    counts = (VerificationState.phase == "valid") | (VerificationState.phase == "expired")
    return rx.fragment(
        card(
            verdict_banner(
                VerificationState.phase,
                _why(),
                rx.el.p(
                    *sentence(_("Checked just now: {time}"), time=rx.el.time(VerificationState.checked)),
                    class_name="text-sm text-muted",
                ),
                only=SHOWN,
            ),
            rx.el.div(
                rx.el.div(
                    rx.el.p(
                        rx.cond(counts | _IS_SAMPLE, _("This certifies that"), _("It was issued to")),
                        class_name="text-muted",
                    ),
                    _holder(),
                    rx.el.p(
                        rx.cond(counts | _IS_SAMPLE, _("has earned the title"), _("for the title")),
                        class_name="mt-4 text-muted",
                    ),
                    rx.el.p(VerificationState.title, lang="en", class_name="mt-1 text-heading font-semibold"),
                    class_name="min-w-0 flex-1",
                ),
                # The seal has a check mark.
                rx.cond(counts, seal(class_name="max-sm:size-16")),
                class_name="mt-6 flex items-start gap-4",
            ),
            rx.el.dl(
                _fact(_("Issued"), VerificationState.issued),
                _fact(
                    rx.match(
                        VerificationState.phase,
                        ("valid", _("Valid until")),
                        ("expired", _("Expired on")),
                        _("Date of expiry"),
                    ),
                    VerificationState.expires,
                ),
                _fact(_("Issued by"), VerificationState.issuer),
                rx.cond(
                    VerificationState.score,
                    _fact(
                        _("Score"),
                        rx.fragment(
                            VerificationState.score,
                            rx.el.span(
                                " ", _("on a scale from 200 to 800"), class_name="font-normal text-muted"
                            ),
                        ),
                    ),
                ),
                class_name="mt-8 grid gap-5 border-t border-line pt-6 sm:grid-cols-2",
            ),
            rx.el.div(
                check_list(VerificationState.checks, _("What was checked")),
                class_name="mt-8 border-t border-line pt-6",
            ),
        ),
        rx.cond((counts | _IS_SAMPLE) & (VerificationState.technology != ""), _meaning()),
    )


def _why() -> rx.Component:
    return rx.fragment(
        rx.cond(
            VerificationState.phase == "sample",
            rx.el.p(_("Nobody has earned it. It shows what you see when you verify a certificate.")),
        ),
        rx.cond(
            VerificationState.since != "",
            rx.el.p(
                _(
                    "Since {date}. {reason}",
                    date=VerificationState.since,
                    reason=VerificationState.reason,
                )
            ),
        ),
        rx.cond(
            VerificationState.replaced_by != "",
            rx.el.p(
                *sentence(
                    _("The holder has a new certificate: {number}"),
                    number=link(
                        VerificationState.replaced_by,
                        f"/verify/{VerificationState.replaced_by}",
                        class_name="font-mono",
                    ),
                ),
            ),
        ),
    )


def _holder() -> rx.Component:
    name = "mt-1 text-title leading-tight font-semibold break-words"
    return rx.cond(
        VerificationState.holder != "",
        rx.el.p(VerificationState.holder, class_name=name),
        rx.cond(
            VerificationState.withheld,
            rx.fragment(
                rx.el.p(_(NAME_WITHHELD), class_name=name),
                rx.el.p(
                    rx.cond(
                        VerificationState.phase == "replaced",
                        _("The new certificate has the name that the holder uses now."),
                        _("The holder has chosen not to show it here."),
                    ),
                    class_name="mt-1 text-sm text-muted",
                ),
            ),
            rx.fragment(
                rx.el.p(_(FORMER_USER), class_name=name),
                rx.el.p(
                    _("The holder deleted their account, and the name with it."),
                    class_name="mt-1 text-sm text-muted",
                ),
            ),
        ),
    )


def _fact(name: rx.Component | rx.Var[str] | str, value: rx.Component | rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"), rx.el.dd(value, class_name="mt-0.5 font-medium")
    )


def _meaning() -> rx.Component:
    passed = {"technology": VerificationState.technology, "points": VerificationState.pass_mark}
    return card(
        rx.el.h2(
            rx.cond(_IS_SAMPLE, _("What a certificate means"), _("What this certificate means")),
            class_name="text-heading font-semibold",
        ),
        rx.el.ul(
            rx.el.li(
                rx.cond(
                    _IS_SAMPLE,
                    _(
                        "A holder has passed the {technology} certification test with at least {points} "
                        "points on a scale from 200 to 800.",
                        **passed,
                    ),
                    _(
                        "The holder has passed the {technology} certification test with at least {points} "
                        "points on a scale from 200 to 800.",
                        **passed,
                    ),
                )
            ),
            rx.el.li(
                _(
                    "The test has {number} questions in {minutes} minutes. It is adaptive: each question is "
                    "chosen from the answers before it.",
                    number=VerificationState.length,
                    minutes=VerificationState.minutes,
                )
            ),
            rx.el.li(_("The test is taken online and is not supervised.")),
            rx.el.li(_("The name is the one that the holder stated. Nobody checked an identity document.")),
            class_name="mt-3 list-disc space-y-2 pl-5",
        ),
        rx.el.h3(_("Topics of the test"), class_name="mt-6 font-semibold"),
        rx.el.ul(
            rx.foreach(VerificationState.topics, rx.el.li),
            lang="en",
            class_name="mt-2 grid list-disc gap-x-8 gap-y-1 pl-5 text-[0.9375rem] text-muted sm:grid-cols-2",
        ),
        class_name="mt-6",
    )
