"""Public verification of a certificate."""

import reflex as rx

from webdev_certs.ui.components import badge, button, card, icon, link, text_field
from webdev_certs.ui.pages.layout import loading_block, public_page
from webdev_certs.ui.states.certificates.verification import VerificationState

_SCALE = "on a scale from 200 to 800"
_HEIGHT = "h-[30.5rem] sm:h-[27.75rem]"
"""The height of the card of a valid certificate, so that loading it moves nothing."""
_FRAME = "mx-auto w-full max-w-2xl px-5 py-12 sm:py-16"


def verify() -> rx.Component:
    """Render `/verify/<number>`."""
    return public_page(
        rx.el.div(
            rx.el.h1("Certificate verification", class_name="text-title font-semibold"),
            rx.el.p(
                "Certificate ",
                rx.el.span(VerificationState.number, class_name="font-mono break-all text-ink"),
                class_name="mt-2 mb-8 min-h-6 text-muted",
            ),
            rx.el.div(
                rx.match(
                    VerificationState.phase,
                    ("loading", loading_block(9, _HEIGHT)),
                    ("valid", _found()),
                    ("expired", _found()),
                    ("revoked", _found()),
                    (
                        "unknown",
                        _not_found(
                            "We have not issued a certificate with this number",
                            "The number has the right form, but no certificate has it. A document with this "
                            "number is not genuine.",
                        ),
                    ),
                    (
                        "mistyped",
                        _not_found(
                            "This number has a typing error",
                            "The last character does not match the others. Compare the number with the "
                            "certificate, character by character.",
                        ),
                    ),
                    _not_found("We could not check this number", VerificationState.error),
                ),
                aria_live="polite",
            ),
            rx.el.section(
                rx.el.h2("Verify another certificate", class_name="mb-4 text-heading font-semibold"),
                _look_up(),
                class_name="mt-12",
            ),
            class_name=_FRAME,
        )
    )


def verify_any() -> rx.Component:
    """Render `/verify`, which asks for a number."""
    return public_page(
        rx.el.div(
            rx.el.h1("Verify a certificate", class_name="text-title font-semibold"),
            rx.el.p(
                "Enter the number that is printed on the certificate. You don't need an account.",
                class_name="mt-2 mb-8 text-muted",
            ),
            card(_look_up()),
            class_name=_FRAME,
        )
    )


def _found() -> rx.Component:
    return card(
        _head(),
        rx.el.p("This certifies that", class_name="mt-6 text-muted"),
        _holder(),
        rx.el.p("has earned the title", class_name="mt-4 text-muted"),
        rx.el.p(VerificationState.title, class_name="mt-1 text-heading font-semibold"),
        rx.el.dl(
            _fact("Issued", VerificationState.issued),
            _fact(
                rx.cond(VerificationState.phase == "expired", "Expired on", "Valid until"),
                VerificationState.expires,
            ),
            _fact("Issued by", VerificationState.issuer),
            rx.cond(
                VerificationState.score,
                _fact(
                    "Score",
                    rx.fragment(
                        VerificationState.score, rx.el.span(f" {_SCALE}", class_name="font-normal text-muted")
                    ),
                ),
            ),
            class_name="mt-8 grid gap-5 border-t border-line pt-6 sm:grid-cols-2",
        ),
    )


def _head() -> rx.Component:
    return rx.el.div(
        rx.match(
            VerificationState.phase,
            ("valid", _verdict("check-circle", "Valid certificate", "text-success")),
            ("revoked", _verdict("x-circle", "Revoked: it no longer counts", "text-danger")),
            _verdict("clock", "Genuine, but expired", "text-warning"),
        ),
        rx.cond(
            VerificationState.revoked != "",
            rx.el.p(
                f"Since {VerificationState.revoked}. {VerificationState.reason}",
                class_name="mt-2 text-muted",
            ),
        ),
        class_name="border-b border-line pb-5",
    )


def _holder() -> rx.Component:
    return rx.cond(
        VerificationState.holder != "",
        rx.el.p(
            VerificationState.holder, class_name="mt-1 text-title leading-tight font-semibold break-words"
        ),
        rx.fragment(
            rx.el.p("a former user", class_name="mt-1 text-title leading-tight font-semibold"),
            rx.el.p(
                "The holder deleted their account, and the name with it.",
                class_name="mt-1 text-sm text-muted",
            ),
        ),
    )


def _verdict(drawing: str, words: str, tone: str) -> rx.Component:
    return rx.el.div(
        icon(drawing, class_name=f"size-7 {tone}"),
        rx.el.p(words, class_name=f"text-heading font-semibold {tone}"),
        class_name="flex items-center gap-3",
    )


def _fact(name: rx.Component | rx.Var[str] | str, value: rx.Component | rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"), rx.el.dd(value, class_name="mt-0.5 font-medium")
    )


def _not_found(title: str, text: rx.Var[str] | str) -> rx.Component:
    return card(
        badge("Not verified", tone="danger"),
        rx.el.p(title, class_name="mt-4 text-heading font-semibold"),
        rx.el.p(text, class_name="mt-2 text-muted"),
    )


def _look_up() -> rx.Component:
    # A number that was not found stays in the field, so that one character can be corrected.
    wrong = (VerificationState.phase == "mistyped") | (VerificationState.phase == "unknown")
    kept = rx.cond(wrong, VerificationState.number, "")
    return rx.fragment(
        rx.el.form(
            text_field(
                "Certificate number",
                "number",
                hint="For example WDC-RE-7K3M-92QF-Z. Capitals and dashes do not matter.",
                auto_complete="off",
                auto_capitalize="characters",
                spell_check=False,
                required=True,
                max_length=40,
                default_value=kept,
                # An uncontrolled field takes a new default only when it is new itself.
                key=kept,
                class_name="font-mono",
            ),
            # Disabled until the scripts run, or the number would be lost (as in components/verify_box.py).
            button("Verify", type="submit", disabled=~rx.State.is_hydrated),
            on_submit=VerificationState.look_up,
            class_name="flex flex-col gap-2 sm:max-w-md sm:items-start",
        ),
        rx.el.p(
            "Learn how certificates are issued: ",
            link("About", "/about"),
            ".",
            class_name="mt-6 text-sm text-muted",
        ),
    )
