"""The table of routes, and the loop that registers it. Adding a screen is adding a row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

import reflex as rx

from webdev_certs.pages import (
    auth,
    billing,
    confirmation,
    dashboard,
    exam,
    exam_result,
    home,
    info,
    marketing,
    not_found,
    payment,
    payment_return,
    practice,
    practice_result,
    profile,
    recovery,
    verify,
)
from webdev_certs.settings import get_settings
from webdev_certs.states.auth_forms import AuthFormState
from webdev_certs.states.billing import BillingState
from webdev_certs.states.checkout import CheckoutState
from webdev_certs.states.confirmation import AddressNoticeState
from webdev_certs.states.dashboard import DashboardState
from webdev_certs.states.exam import ExamState
from webdev_certs.states.exam_result import ExamResultState
from webdev_certs.states.export import ExportState
from webdev_certs.states.guards import GuardState
from webdev_certs.states.payment import PaymentState
from webdev_certs.states.payment_return import PaymentReturnState
from webdev_certs.states.practice import PracticeState
from webdev_certs.states.practice_result import PracticeResultState
from webdev_certs.states.profile import ProfileState
from webdev_certs.states.recovery import ForgottenState
from webdev_certs.states.session import SessionState
from webdev_certs.states.sessions import SessionsState
from webdev_certs.states.sign_in_methods import SignInMethodsState
from webdev_certs.states.social import SocialState
from webdev_certs.states.verification import VerificationState

DEFAULT_TITLE = "AI-Powered WebDev Certifications"

Access: TypeAlias = Literal["public", "login", "paid"]


@dataclass(frozen=True)
class Route:
    """One row: an address and what stands there."""

    path: str
    page: Callable[..., rx.Component]
    name: str
    """What the browser's tab says; empty for the product's own title."""
    description: str
    access: Access = "public"
    view: str | None = None
    on_load: Sequence[Any] = ()
    sitemap: bool = False

    @property
    def title(self) -> str:
        """The document's title."""
        return f"{self.name} · WebDev Certs" if self.name else DEFAULT_TITLE


PUBLIC = (
    Route(
        "/",
        home.home,
        "",
        "Practise for free and prove your skill in React, Angular, Vue, C# or Java: a "
        "45-minute test, a score with its margin of error, and a certificate anyone can verify.",
        sitemap=True,
    ),
    *(
        Route(
            f"/certifications/{offer.id}",
            partial(marketing.certification, offer),
            f"{offer.name} certification",
            offer.summary,
            sitemap=True,
        )
        for offer in marketing.OFFERS
    ),
    *(
        Route(f"/{text.path}", partial(info.info, text), text.title, text.summary, sitemap=True)
        for text in info.TEXTS
    ),
    Route(
        "/verify/[certificate_number]",
        verify.verify,
        "Certificate verification",
        "Check whether a certificate is genuine, whose it is, and until when it is valid.",
        on_load=(VerificationState.load,),
    ),
)

AUTH = (
    Route(
        "/auth/login",
        auth.login,
        "Sign in",
        "Sign in to take tests, practise and see your certificates.",
        on_load=(SocialState.enter, AuthFormState.enter),
    ),
    Route(
        "/auth/register",
        auth.register,
        "Create your account",
        "Create a free account to practise and to earn certificates in web development.",
        on_load=(SocialState.enter, AuthFormState.enter),
    ),
    Route(
        "/auth/forgot-password",
        recovery.forgot_password,
        "Forgotten password",
        "How to get back into your account.",
        on_load=(ForgottenState.enter,),
    ),
    Route("/auth/reset-password", recovery.reset_password, "New password", "Where a mailed link leads to."),
    Route("/auth/confirm", confirmation.confirm, "Confirm your address", "Where a mailed link leads to."),
    Route(
        "/auth/callback",
        auth.callback,
        "Signing in",
        "Where sign-in with another service returns to.",
        on_load=(SocialState.finish,),
    ),
)

DASHBOARD = tuple(
    Route(path, dashboard.dashboard, name, description, "login", view, (DashboardState.load,))
    for path, view, name, description in (
        ("/dashboard", "overview", "Dashboard", "Where you stand, and what comes next."),
        ("/dashboard/overview", "overview", "Dashboard", "Where you stand, and what comes next."),
        ("/dashboard/certifications", "certifications", "Certifications", "The tests you can take."),
        ("/dashboard/practice", "practice", "Practice", "Practise with an explanation for every answer."),
        ("/dashboard/progress", "progress", "Progress", "Your attempts and rounds."),
        ("/dashboard/my-certificates", "my-certificates", "Certificates", "The certificates you earned."),
    )
)

MEMBER = (
    Route(
        "/dashboard/profile",
        profile.profile,
        "Profile",
        "Your account.",
        "login",
        on_load=(
            SocialState.enter,
            ExportState.enter,
            ProfileState.load,
            SignInMethodsState.load,
            SessionsState.load,
        ),
    ),
    Route(
        "/dashboard/billing",
        billing.billing,
        "Billing",
        "Your plan and your invoices.",
        "login",
        on_load=(BillingState.load,),
    ),
    Route(
        "/test/[technology]",
        exam.exam,
        "Certification test",
        "A certification test, one question at a time.",
        "login",
        on_load=(ExamState.load,),
    ),
    Route(
        "/test-results/[test_id]",
        exam_result.exam_result,
        "Test result",
        "Your score and your profile by topic.",
        "login",
        on_load=(ExamResultState.load,),
    ),
    *(
        Route(
            path,
            practice.practice,
            "Practice",
            "Ten questions, each explained as soon as it is answered.",
            "login",
            on_load=(PracticeState.load,),
        )
        for path in ("/practice-test/[technology]", "/practice-test/[technology]/[difficulty]")
    ),
    Route(
        "/practice-results/[result_id]",
        practice_result.practice_result,
        "Practice review",
        "Every question of a round with its explanations.",
        "paid",
        on_load=(PracticeResultState.load,),
    ),
    Route(
        "/payment",
        payment.payment,
        "Paid access",
        "What paid access adds.",
        "login",
        on_load=(CheckoutState.load,),
    ),
    Route(
        "/payment/success",
        payment_return.success,
        "Your payment",
        "Where the payment provider returns to.",
        "login",
        on_load=(PaymentReturnState.verify,),
    ),
    Route(
        "/payment/canceled",
        payment_return.canceled,
        "Payment canceled",
        "Nothing was charged.",
        "login",
        on_load=(CheckoutState.load,),
    ),
)

ROUTES: tuple[Route, ...] = (*PUBLIC, *AUTH, *DASHBOARD, *MEMBER)

REDIRECTS = {
    "/certificates": "/dashboard/my-certificates",
    "/certifications": "/dashboard/certifications",
    "/practice": "/dashboard/practice",
    "/progress": "/dashboard/progress",
}

_GUARDS: dict[Access, tuple[Any, ...]] = {
    "public": (),
    "login": (GuardState.require_login, PaymentState.load, AddressNoticeState.load),
    "paid": (GuardState.require_login, GuardState.require_payment, AddressNoticeState.load),
}


def _page(route: Route) -> Callable[[], rx.Component]:
    """Give the page of a row, told its `view` if it has one."""
    return partial(route.page, route.view) if route.view else route.page


def _preview(route: Route) -> list[dict[str, str]]:
    """Make the tags of the card that shows when the address is shared."""
    return [
        {"property": "og:type", "content": "website"},
        {"property": "og:site_name", "content": "WebDev Certs"},
        {"property": "og:title", "content": route.title},
        {"property": "og:description", "content": route.description},
        {"name": "twitter:card", "content": "summary_large_image"},
        *([] if route.access == "public" else [{"name": "robots", "content": "noindex"}]),
    ]


def register(app: rx.App, routes: Sequence[Route] = ROUTES) -> None:
    """Add every page of the table, and the one for unknown paths.

    Args:
        app: The app to add them to.
        routes: The rows.
    """
    # Previews are drawn elsewhere, so the picture needs its whole address.
    image = f"{get_settings().origin}/social.png"
    for route in routes:
        app.add_page(
            _page(route),
            route=route.path,
            title=route.title,
            description=route.description,
            image=image,
            meta=_preview(route),
            on_load=[SessionState.restore, *_GUARDS[route.access], *route.on_load],
            context={"sitemap": {} if route.sitemap else None},
        )
    for path, target in REDIRECTS.items():
        app.add_page(
            partial(not_found.go_to, target), route=path, title=DEFAULT_TITLE, context={"sitemap": None}
        )
    app.add_page(not_found.not_found, route="404", title=DEFAULT_TITLE)
