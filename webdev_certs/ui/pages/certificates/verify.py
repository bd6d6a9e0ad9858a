"""Public verification of a certificate."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card, icon, link, or_divider, verify_box
from webdev_certs.ui.components.behavior import NumberScanner, PageTitle
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.status import verdict_banner
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.certificates.verify_file import file_box, file_result
from webdev_certs.ui.pages.certificates.verify_found import SHOWN, found, verdict
from webdev_certs.ui.pages.layout import load_failed, loaded_screen, loading_block, of_this_url, public_page
from webdev_certs.ui.pages.page_texts import IS_REACHABLE
from webdev_certs.ui.states.certificates.verify_number import VerificationState

_FRAME = "mx-auto w-full max-w-2xl px-5 py-12 sm:py-16"
_HEIGHT = "h-[64rem] sm:h-[52rem]"
"""The height of the loading card: about that of a certificate, so that nothing on the screen moves later."""
_WRONG = ("unknown", "mistyped", "short")
"""The phases in which no certificate has the number."""
_SCANNER = {
    "start": _("Scan the QR code"),
    "stop": _("Stop the camera"),
    "hint": _("Hold the certificate’s QR code in front of the camera."),
    "other": _("This QR code isn’t from a certificate."),
    "about": _("With the camera of this device."),
    "refused": _("We can’t use the camera. Type the number instead."),
    "unloaded": _(
        "The scanner didn’t load. Check your connection and try again, or type the number instead."
    ),
    "video": _("Camera picture"),
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
                    number=rx.el.span(
                        of_this_url(VerificationState.number), class_name="font-mono break-all text-ink"
                    ),
                ),
                class_name="mt-2 mb-8 min-h-6 text-muted",
            ),
            # Screen readers announce the verdict alone, not all that is known about the certificate.
            rx.el.div(of_this_url(_verdict()), role="status"),
            loaded_screen(
                VerificationState.phase,
                loading_block(16, _HEIGHT),
                *((phase, found()) for phase in SHOWN),
                (
                    "unknown",
                    _not_found(
                        _(
                            "The number looks right, but we never issued it. If the document shows exactly "
                            "this number, it isn’t genuine."
                        ),
                    ),
                ),
                (
                    "mistyped",
                    _not_found(
                        _(
                            "At least one character is wrong. Compare the number with the certificate, "
                            "character by character. If the document shows exactly this number, we didn’t "
                            "issue it."
                        ),
                    ),
                ),
                (
                    "short",
                    _not_found(
                        _(
                            "Some characters are missing. A number has 14, without the hyphens. Type it "
                            "exactly as the certificate shows it."
                        ),
                    ),
                ),
                load_failed(
                    _("We couldn’t verify this number"),
                    VerificationState.error,
                    VerificationState.unreachable,
                    VerificationState.load,
                ),
            ),
            rx.el.section(
                rx.el.h2(
                    rx.match(
                        VerificationState.phase,
                        ("mistyped", _("Correct the number")),
                        ("short", _("Correct the number")),
                        ("unknown", _("Verify the number again")),
                        _("Verify a file or another certificate"),
                    ),
                    class_name="mb-4 text-heading font-semibold",
                ),
                _ways(level=3),
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
                    "Enter the number on the certificate, scan its QR code, or choose its file. You don’t "
                    "need an account."
                ),
                class_name="mt-2 mb-8 text-muted",
            ),
            _ways(level=2),
            _about(),
            class_name=_FRAME,
        )
    )


def _verdict() -> rx.Component:
    """Render the verdict on the number, above what is known about it."""
    wrong = verdict_banner(VerificationState.phase, only=_WRONG)
    return rx.match(
        VerificationState.phase,
        (*SHOWN, rx.el.div(verdict(), class_name="mb-4")),
        (*_WRONG, rx.el.div(wrong, class_name="mb-4")),
        rx.fragment(),
    )  # pyright: ignore[reportReturnType]


def _not_found(text: str) -> rx.Component:
    return card(
        rx.el.p(text),
        _report(),
    )


def _report() -> rx.Component:
    """Say where to report a forgery, if the operator can be reached."""
    if not IS_REACHABLE:
        return rx.fragment()
    return rx.el.p(
        *sentence(
            _("If you think someone forged it, {contact_us}."),
            contact_us=link(_("contact us"), "/contact"),
        ),
        class_name="mt-3",
    )


def _is_wrong() -> rx.Var[bool]:
    return rx.Var.create(list(_WRONG)).contains(VerificationState.phase)


def _ways(*, level: int) -> rx.Component:
    """Render the ways to verify a certificate: its number, its QR code, its file.

    Args:
        level: Heading level of the result of a file.
    """
    box = (
        "flex flex-col gap-3 text-center sm:rounded-card sm:border sm:p-5 "
        # As wide as the card if it is the only box (no camera), or while it shows the camera's picture.
        "only:col-span-full has-[video]:col-span-full"
    )
    return card(
        # A number that was not found stays in the field, so that one character can be corrected.
        verify_box(
            waiting=~rx.State.is_hydrated,
            number=rx.cond(_is_wrong(), VerificationState.number, ""),
            on_submit=VerificationState.look_up,
        ),
        or_divider(),
        rx.el.div(
            NumberScanner.create(
                icon("scan", class_name="mx-auto size-7 text-muted"),
                words=_SCANNER,
                class_name=f"{box} sm:border-line",
                button_class_name=button_classes("secondary", "md", "w-full"),
                video_class_name="aspect-square w-full rounded-card border border-line bg-sunken",
                hint_class_name="text-sm text-muted",
                on_found=VerificationState.open_number,
            ),
            file_box(f"{box} sm:border-dashed sm:border-edge"),
            class_name="grid gap-6 sm:grid-cols-2 sm:gap-4",
        ),
        rx.el.p(
            _("Works with Open Badges from other issuers, too. We don’t store files."),
            id="file-note",
            class_name="mt-4 text-sm text-muted max-sm:text-center",
        ),
        file_result(level),
    )


def _about() -> rx.Component:
    return rx.el.ul(
        rx.el.li(link(_("How certificates are earned"), "/about", look="alone")),
        rx.el.li(link(_("For employers"), "/employers", look="alone")),
        rx.el.li(link(_("Verify many at once"), "/employers/verify", look="alone")),
        class_name="mt-8 flex flex-wrap gap-x-6 gap-y-1 text-sm",
    )
