"""A certificate that verification has found: the verdict, what it says, what was checked, what it means."""

import reflex as rx

from webdev_certs.shared.vocabulary import FORMER_USER, NAME_WITHHELD
from webdev_certs.ui.components import card, link
from webdev_certs.ui.components.verdict import check_list, seal, verdict_banner
from webdev_certs.ui.states.certificates.verification import VerificationState

SHOWN = ("valid", "expired", "suspended", "replaced", "revoked", "sample")
"""The phases in which a certificate was found."""
_SCALE = "on a scale from 200 to 800"
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
                    "Checked just now: ",
                    rx.el.time(VerificationState.checked),
                    class_name="text-sm text-muted",
                ),
                only=SHOWN,
            ),
            rx.el.div(
                rx.el.div(
                    rx.el.p(
                        rx.cond(counts | _IS_SAMPLE, "This certifies that", "It was issued to"),
                        class_name="text-muted",
                    ),
                    _holder(),
                    rx.el.p(
                        rx.cond(counts | _IS_SAMPLE, "has earned the title", "for the title"),
                        class_name="mt-4 text-muted",
                    ),
                    rx.el.p(VerificationState.title, class_name="mt-1 text-heading font-semibold"),
                    class_name="min-w-0 flex-1",
                ),
                # The seal has a check mark.
                rx.cond(counts, seal(class_name="max-sm:size-16")),
                class_name="mt-6 flex items-start gap-4",
            ),
            rx.el.dl(
                _fact("Issued", VerificationState.issued),
                _fact(
                    rx.match(
                        VerificationState.phase,
                        ("valid", "Valid until"),
                        ("expired", "Expired on"),
                        "Date of expiry",
                    ),
                    VerificationState.expires,
                ),
                _fact("Issued by", VerificationState.issuer),
                rx.cond(
                    VerificationState.score,
                    _fact(
                        "Score",
                        rx.fragment(
                            VerificationState.score,
                            rx.el.span(f" {_SCALE}", class_name="font-normal text-muted"),
                        ),
                    ),
                ),
                class_name="mt-8 grid gap-5 border-t border-line pt-6 sm:grid-cols-2",
            ),
            rx.el.div(
                check_list(VerificationState.checks, "What was checked"),
                class_name="mt-8 border-t border-line pt-6",
            ),
        ),
        rx.cond((counts | _IS_SAMPLE) & (VerificationState.technology != ""), _meaning()),
    )


def _why() -> rx.Component:
    return rx.fragment(
        rx.cond(
            VerificationState.phase == "sample",
            rx.el.p("Nobody has earned it. It shows what you see when you verify a certificate."),
        ),
        rx.cond(
            VerificationState.since != "",
            rx.el.p(f"Since {VerificationState.since}. {VerificationState.reason}"),
        ),
        rx.cond(
            VerificationState.replaced_by != "",
            rx.el.p(
                "The holder has a new certificate: ",
                link(
                    VerificationState.replaced_by,
                    f"/verify/{VerificationState.replaced_by}",
                    class_name="font-mono",
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
                rx.el.p(NAME_WITHHELD, class_name=name),
                rx.el.p(
                    rx.cond(
                        VerificationState.phase == "replaced",
                        "The new certificate has the name that the holder uses now.",
                        "The holder has chosen not to show it here.",
                    ),
                    class_name="mt-1 text-sm text-muted",
                ),
            ),
            rx.fragment(
                rx.el.p(FORMER_USER, class_name=name),
                rx.el.p(
                    "The holder deleted their account, and the name with it.",
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
    return card(
        rx.el.h2(
            rx.cond(_IS_SAMPLE, "What a certificate means", "What this certificate means"),
            class_name="text-heading font-semibold",
        ),
        rx.el.ul(
            rx.el.li(
                rx.cond(_IS_SAMPLE, "A holder has", "The holder has"),
                f" passed the {VerificationState.technology} certification test with at least "
                f"{VerificationState.pass_mark} points {_SCALE}.",
            ),
            rx.el.li(
                f"The test has {VerificationState.length} questions in {VerificationState.minutes} minutes. "
                "It is adaptive: each question is chosen from the answers before it."
            ),
            rx.el.li("The test is taken online and is not supervised."),
            rx.el.li("The name is the one that the holder stated. Nobody checked an identity document."),
            class_name="mt-3 list-disc space-y-2 pl-5",
        ),
        rx.el.h3("Topics of the test", class_name="mt-6 font-semibold"),
        rx.el.ul(
            rx.foreach(VerificationState.topics, rx.el.li),
            class_name="mt-2 grid list-disc gap-x-8 gap-y-1 pl-5 text-[0.9375rem] text-muted sm:grid-cols-2",
        ),
        class_name="mt-6",
    )
