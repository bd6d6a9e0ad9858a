"""The table of routes. Adding a screen is adding a row."""

from functools import partial

from webdev_certs.ui.pages import (
    auth,
    billing,
    confirmation,
    dashboard,
    exam,
    exam_result,
    home,
    info,
    marketing,
    payment,
    payment_return,
    practice,
    practice_result,
    profile,
    recovery,
    verify,
)
from webdev_certs.ui.pages.info_texts import TEXTS
from webdev_certs.ui.pages.public.offers import OFFERS
from webdev_certs.ui.pages.registration import Route
from webdev_certs.ui.pages.rules import MINUTES
from webdev_certs.ui.states.auth_forms import AuthFormState
from webdev_certs.ui.states.billing import BillingState
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.export import ExportState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.practice.result import PracticeResultState
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.recovery import ForgottenState
from webdev_certs.ui.states.sessions import SessionsState
from webdev_certs.ui.states.accounts.sign_in_methods import SignInMethodsState
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.certificates.verification import VerificationState

PUBLIC = (
    Route(
        "/",
        home.home,
        "",
        "Practise for free and prove your skill in React, Angular, Vue, C# or Java: a "
        f"{MINUTES}-minute test, a score with its margin of error, and a certificate anyone can verify.",
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
        for offer in OFFERS
    ),
    *(
        Route(f"/{text.path}", partial(info.info, text), text.title, text.summary, sitemap=True)
        for text in TEXTS
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
    Route(path, dashboard.dashboard, name, description, "login", view=view, on_load=(DashboardState.load,))
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
