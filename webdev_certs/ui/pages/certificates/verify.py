"""Public verification of a certificate."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, card, link, text_field
from webdev_certs.ui.components.behavior import NumberScanner, PageTitle
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.sentence import sentence
from webdev_certs.ui.components.verdict import verdict_banner
from webdev_certs.ui.pages.certificates.verify_file import verify_file
from webdev_certs.ui.pages.certificates.verify_found import SHOWN, found
from webdev_certs.ui.pages.layout import load_failed, loading_block, public_page
from webdev_certs.ui.states.certificates.verification import VerificationState

_FRAME = "mx-auto w-full max-w-2xl px-5 py-12 sm:py-16"
_HEIGHT = "h-[64rem] sm:h-[52rem]"
"""Of the loading card: about that of the certificate, so that nothing on the screen moves later."""
_SCANNER = {
    "start": _("Scan the QR code"),
    "stop": _("Stop the camera"),
    "hint": _("Hold the QR code of the certificate in front of the camera."),
    "other": _("This is not the QR code of a certificate."),
    "refused": _("The camera cannot be used. Type the number instead."),
    "video": _("Picture of the camera"),
}


def verify() -> rx.Component:
    """Render `/verify/<number>`."""
    return public_page(
        PageTitle.create(
            text=rx.cond(
                VerificationState.title != "",
                f"{VerificationState.title} · {VerificationState.number} · WebDev Certs",
                "",
            )
        ),
        rx.el.div(
            rx.el.h1(_("Certificate verification"), class_name="text-title font-semibold"),
            rx.el.p(
                *sentence(
                    _("Certificate {number}"),
                    number=rx.el.span(VerificationState.number, class_name="font-mono break-all text-ink"),
                ),
                class_name="mt-2 mb-8 min-h-6 text-muted",
            ),
            rx.el.div(
                rx.match(
                    VerificationState.phase,
                    ("loading", loading_block(16, _HEIGHT)),
                    *((phase, found()) for phase in SHOWN),
                    (
                        "unknown",
                        _not_found(
                            _("We have not issued a certificate with this number"),
                            _(
                                "The number has the right form, but no certificate has it. A document with "
                                "this number is not genuine."
                            ),
                        ),
                    ),
                    (
                        "mistyped",
                        _not_found(
                            _("Not verified"),
                            _(
                                "The last character does not match the others. Compare the number with the "
                                "certificate, character by character."
                            ),
                        ),
                    ),
                    load_failed(
                        _("We could not check this number"), VerificationState.error, VerificationState.load
                    ),
                ),
                aria_live="polite",
            ),
            rx.el.section(
                rx.el.h2(
                    rx.cond(_is_wrong(), _("Correct the number"), _("Verify another certificate")),
                    class_name="mb-4 text-heading font-semibold",
                ),
                _look_up(),
                class_name="mt-12",
            ),
            rx.el.section(
                rx.el.h2(_("Verify a file"), class_name="mb-1 text-heading font-semibold"),
                verify_file(),
                class_name="mt-12",
            ),
            _about(),
            class_name=_FRAME,
        ),
    )


def verify_any() -> rx.Component:
    """Render `/verify`, which asks for a number or a file."""
    return public_page(
        rx.el.div(
            rx.el.h1(_("Verify a certificate"), class_name="text-title font-semibold"),
            rx.el.p(
                _(
                    "Enter the number that is printed on the certificate, or choose the file that you were "
                    "given. You don’t need an account."
                ),
                class_name="mt-2 mb-8 text-muted",
            ),
            card(
                rx.el.h2(_("By number"), class_name="mb-4 text-heading font-semibold"),
                _look_up(),
            ),
            card(
                rx.el.h2(_("By file"), class_name="mb-1 text-heading font-semibold"),
                verify_file(),
                class_name="mt-6",
            ),
            _about(),
            class_name=_FRAME,
        )
    )


def _not_found(title: str, text: str) -> rx.Component:
    return card(
        verdict_banner(VerificationState.phase, only=("unknown", "mistyped")),
        rx.el.p(title, class_name="mt-5 font-semibold"),
        rx.el.p(text, class_name="mt-1 text-muted"),
    )


def _is_wrong() -> rx.Var[bool]:
    return (VerificationState.phase == "mistyped") | (VerificationState.phase == "unknown")


def _look_up() -> rx.Component:
    # A number that was not found stays in the field, so that one character can be corrected.
    kept = rx.cond(_is_wrong(), VerificationState.number, "")
    return rx.fragment(
        rx.el.form(
            text_field(
                _("Certificate number"),
                "number",
                hint=_(
                    "For example WDC-RE-7K3M-92QF-Z. Capitals and dashes do not matter. The link works too."
                ),
                auto_complete="off",
                auto_capitalize="characters",
                spell_check=False,
                required=True,
                max_length=200,
                default_value=kept,
                # An uncontrolled field takes a new default only when it is new itself.
                key=kept,
                class_name="font-mono",
            ),
            # Disabled until the scripts run, or the number would be lost (as in components/verify_box.py).
            button(_("Verify"), type="submit", disabled=~rx.State.is_hydrated),
            on_submit=VerificationState.look_up,
            class_name="flex flex-col gap-2 sm:max-w-md sm:items-start",
        ),
        NumberScanner.create(
            words=_SCANNER,
            class_name="mt-3 sm:max-w-md",
            button_class_name=button_classes("secondary", "md", "max-sm:w-full"),
            video_class_name="mt-3 aspect-square w-full rounded-card border border-line bg-sunken ",
            hint_class_name="mt-2 min-h-5 text-sm text-muted",
            on_found=VerificationState.open_number,
        ),
    )


def _about() -> rx.Component:
    return rx.el.p(
        *sentence(_("Learn how certificates are issued: {about}."), about=link(_("About"), "/about")),
        class_name="mt-8 text-sm text-muted",
    )
