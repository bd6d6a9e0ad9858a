"""The moment of passing: the certificate that was earned, and ways to keep and share it at once."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, button_group, card, icon, link, link_button
from webdev_certs.ui.components.certificate import certificate
from webdev_certs.ui.components.illustrations import illustration
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.shared.toasts import ToastState


def earned_certificate() -> rx.Component:
    """Render the new certificate with its PDF, LinkedIn, and its public link."""
    result = ExamResultState
    return card(
        rx.el.div(
            rx.el.div(
                illustration("passed", class_name="-ml-4 mb-2"),
                rx.el.h2(
                    # The name on the certificate beside it, which stays when the learner changes theirs.
                    _("Congratulations, {name}!", name=result.holder),
                    class_name="text-title font-semibold",
                ),
                rx.el.p(
                    _(
                        "You passed the {name} test. Your certificate is issued, and anyone with the link "
                        "can verify it.",
                        name=result.technology_name,
                    ),
                    class_name="mt-2 text-muted",
                ),
                button_group(
                    button(
                        icon("download"),
                        _("Download PDF"),
                        loading=result.busy,
                        # The second click of a double click would download it again.
                        on_click=result.download.throttle(1000),
                    ),
                    link_button(_("Add to LinkedIn"), result.linkedin_url, variant="secondary", new_tab=True),
                    button(
                        _("Copy link"),
                        variant="secondary",
                        on_click=[rx.set_clipboard(result.verify_url), ToastState.link_copied],
                    ),
                    class_name="mt-5",
                ),
                rx.el.p(
                    link(
                        _("View the public page"), f"/verify/{result.certificate_number_shown}", look="alone"
                    ),
                    class_name="mt-4",
                ),
                rx.el.div(
                    rx.cond(result.error != "", rx.el.p(result.error, class_name="mt-3 text-danger")),
                    role="alert",
                ),
                class_name="min-w-0 flex-1",
            ),
            _preview(),
            # On phones, the words come before the certificate.
            class_name="flex flex-col gap-8 lg:flex-row-reverse lg:items-center lg:gap-10",
        ),
        border="border-success",
    )


def _preview() -> rx.Component:
    result = ExamResultState
    return certificate(
        result.holder,
        result.title,
        result.certificate_number_shown,
        issued=result.issued,
        validity=(_("Valid until"), result.expires),
        size="sm",
        class_name="w-full lg:w-90 lg:shrink-0",
    )
