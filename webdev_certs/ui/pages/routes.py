"""The table of routes. To add a page, add a row."""

from webdev_certs.settings import Settings
from webdev_certs.shared.translation import _
from webdev_certs.ui.pages.accounts import confirmation, mails, profile, recovery, sign_in
from webdev_certs.ui.pages.add_pages import Route
from webdev_certs.ui.pages.certificates import criteria, public_profile, verify, verify_list
from webdev_certs.ui.pages.dashboard import dashboard
from webdev_certs.ui.pages.exams import exam, result
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.payments import billing, payment, payment_return
from webdev_certs.ui.pages.practice import history, mistakes, practice, question_search
from webdev_certs.ui.pages.practice import result as practice_result
from webdev_certs.ui.pages.public import (
    certification,
    contact,
    declarations,
    employers,
    home,
    info,
    structured_data,
    support,
)
from webdev_certs.ui.states.accounts.profile import (
    ExportState,
    ExtraTimeState,
    ProfileState,
    TutorConsentState,
)
from webdev_certs.ui.states.accounts.profile_security import LoginSessionsState, SignInMethodsState
from webdev_certs.ui.states.accounts.recovery import ForgottenState
from webdev_certs.ui.states.accounts.sign_in import RegistrationState, SignInState
from webdev_certs.ui.states.accounts.social import SocialState
from webdev_certs.ui.states.certificates.criteria import CriteriaState
from webdev_certs.ui.states.certificates.public_profile import OwnProfileState, PublicProfileState
from webdev_certs.ui.states.certificates.verify_file import FileState
from webdev_certs.ui.states.certificates.verify_list import NumberListState
from webdev_certs.ui.states.certificates.verify_number import VerificationState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.items.report import ReportState
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.payments.plans import PricesState
from webdev_certs.ui.states.practice.history import HistoryState
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.practice.question_search import QuestionSearchState
from webdev_certs.ui.states.practice.result import PracticeResultState
from webdev_certs.ui.states.public.contact import ContactState
from webdev_certs.ui.states.public.declarations import CancellationState, WithdrawalState
from webdev_certs.ui.states.public.figures import FiguresState

PUBLIC = (
    Route(
        "/",
        home.home,
        "",
        page_text("home").metadata["summary"],
        on_load=(PricesState.load, FiguresState.load),
        sitemap=True,
        structured_data=structured_data.of_home(),
    ),
    *(
        Route(
            offer.path,
            certification.certification_of(offer),
            _("{technology} certification", technology=offer.name),
            offer.summary,
            on_load=(PricesState.load,),
            sitemap=True,
            structured_data=structured_data.of_certification(offer),
        )
        for offer in OFFERS
    ),
    *(
        Route(f"/{name}", page, metadata["title"], metadata["summary"], on_load=on_load, sitemap=True)
        for name, page, on_load in (
            ("about", info.info_of("about"), ()),
            ("terms", info.info_of("terms"), ()),
            ("privacy", info.info_of("privacy"), ()),
            ("contact", contact.contact, (ContactState.enter,)),
            ("support", support.support, ()),
        )
        for metadata in (page_text(name).metadata,)
    ),
    Route(
        "/verify",
        verify.verify_any,
        _("Verify a certificate"),
        _("Enter a certificate’s number, or choose its file, to see whether it’s genuine."),
        on_load=(FileState.clear, VerificationState.clear),
        sitemap=True,
    ),
    Route(
        "/employers",
        employers.employers,
        page_text("employers").metadata["title"],
        page_text("employers").metadata["summary"],
        sitemap=True,
    ),
    Route(
        "/employers/verify",
        verify_list.verify_list,
        _("Verify many certificates"),
        _("Paste the numbers of up to 100 certificates, or choose a CSV file, to verify them at once."),
        on_load=(NumberListState.enter,),
        sitemap=True,
    ),
    Route(
        "/criteria/[technology]/[version]",
        criteria.criteria,
        _("Requirements of a certificate"),
        _("What it took to earn a certificate: the pass mark, the topics and the test."),
        on_load=(CriteriaState.load,),
    ),
    Route(
        "/profiles/[handle]",
        public_profile.public_profile,
        _("Public profile"),
        _("Certificates a web developer chose to show."),
        on_load=(PublicProfileState.load,),
        indexed=False,
    ),
    Route(
        "/verify/[certificate_number]",
        verify.verify,
        _("Certificate verification"),
        _("See whether a certificate is genuine, who holds it, and how long it’s valid."),
        on_load=(FileState.clear, VerificationState.load),
    ),
)

AUTH = (
    Route(
        "/auth/login",
        sign_in.login,
        _("Sign in"),
        _("Sign in to take tests, practice and see your certificates."),
        on_load=(SocialState.enter, SignInState.enter),
    ),
    Route(
        "/auth/register",
        sign_in.register,
        _("Create your account"),
        _("Create a free account to practice and to earn certificates in web development."),
        on_load=(SocialState.enter, RegistrationState.enter),
    ),
    Route(
        "/auth/forgot-password",
        recovery.forgot_password,
        _("Forgot password"),
        _("Get an email with a link to set a new password."),
        on_load=(ForgottenState.enter,),
    ),
    Route("/auth/reset-password", recovery.reset_password, _("New password"), _("Set a new password.")),
    Route("/unsubscribe", mails.unsubscribe, _("Unsubscribe"), _("Unsubscribe from one kind of email.")),
    Route("/auth/confirm", confirmation.confirm, _("Confirm your email"), _("Confirm your email.")),
    Route(
        "/auth/callback",
        sign_in.callback,
        _("Signing in"),
        _("Sign-in with Google or GitHub."),
        on_load=(SocialState.finish,),
    ),
)

DASHBOARD = tuple(
    Route(
        f"/dashboard{path}",
        dashboard.dashboard,
        name,
        description,
        "login",
        view=view,
        on_load=(
            DashboardState.load,
            StandingState.load,
            *((OwnProfileState.load,) if view == "my-certificates" else ()),
        ),
        loads_first=True,
    )
    for path, view, name, description in (
        ("", "overview", _("Overview"), _("Your progress and your next steps.")),
        ("/overview", "overview", _("Overview"), _("Your progress and your next steps.")),
        ("/certifications", "certifications", _("Certifications"), _("The tests you can take.")),
        ("/practice", "practice", _("Practice"), _("Practice with an explanation for every answer.")),
        ("/progress", "progress", _("Progress"), _("Your tests and practice rounds.")),
        ("/my-certificates", "my-certificates", _("Certificates"), _("The certificates you’ve earned.")),
    )
)

MEMBER = (
    Route(
        "/dashboard/profile",
        profile.profile,
        _("Profile"),
        _("Your account."),
        "login",
        on_load=(
            SocialState.enter,
            ExportState.enter,
            TutorConsentState.enter,
            ProfileState.load,
            ExtraTimeState.load,
            SignInMethodsState.load,
            LoginSessionsState.load,
        ),
    ),
    Route(
        "/dashboard/billing",
        billing.billing,
        _("Billing"),
        _("Your plan and your invoices."),
        "login",
        on_load=(BillingState.load,),
    ),
    Route(
        "/test/[technology]",
        exam.exam,
        _("Certification test"),
        _("A certification test, one question at a time."),
        "login",
        on_load=(ReportState.enter, ExamState.load),
        loads_first=True,
    ),
    Route(
        "/mock-exam/[technology]",
        exam.exam,
        _("Mock exam"),
        _("Like the certification test, but it doesn’t count."),
        "login",
        on_load=(ReportState.enter, ExamState.load),
        loads_first=True,
    ),
    Route(
        "/test-results/[test_id]",
        result.exam_result,
        _("Test result"),
        _("Your score and your profile by topic."),
        "login",
        on_load=(ExamResultState.load,),
    ),
    *(
        Route(
            path,
            practice.practice,
            _("Practice"),
            _("Ten questions, each with an explanation after your answer."),
            "login",
            on_load=(ReportState.enter, PracticeState.load),
            loads_first=True,
        )
        for path in ("/practice-test/[technology]", "/practice-test/[technology]/[difficulty]")
    ),
    Route(
        "/practice-results/[result_id]",
        practice_result.practice_result,
        _("Practice review"),
        _("Every question of a practice round with its explanations."),
        "paid",
        on_load=(PracticeResultState.load,),
    ),
    Route(
        "/practice-mistakes/[technology]",
        mistakes.mistakes,
        _("Your mistakes"),
        _("Every question you haven’t gotten right yet, with its explanations."),
        "paid",
        on_load=(MistakesState.load,),
    ),
    Route(
        "/practice-history",
        history.history,
        _("Your history"),
        _("Search and reread every practice question you’ve answered."),
        "login",
        on_load=(HistoryState.load,),
    ),
    Route(
        "/practice-search",
        question_search.question_search,
        _("Search practice questions"),
        _("Find a practice question by its text, and practice it."),
        "login",
        on_load=(QuestionSearchState.load,),
    ),
    Route(
        "/payment",
        payment.payment,
        _("Pro"),
        _("What Pro adds, and what it costs."),
        "login",
        on_load=(CheckoutState.load,),
    ),
    Route(
        "/payment/success",
        payment_return.success,
        _("Your payment"),
        _("Confirmation of your payment."),
        "login",
        on_load=(PaymentReturnState.verify,),
    ),
    Route(
        "/payment/canceled",
        payment_return.canceled,
        _("Payment canceled"),
        _("You weren’t charged."),
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


def consumer_routes(settings: Settings) -> tuple[Route, ...]:
    """Return the rows of the pages that the law of the operator's country asks for.

    Args:
        settings: The settings that the pages are built with.
    """
    if not settings.operator.has_consumer_pages:
        return ()
    pages = (
        ("/imprint", "imprint", info.info_of("imprint"), ()),
        ("/withdrawal", "withdrawal", info.info_of("withdrawal"), ()),
        ("/withdraw-contract", "withdraw_contract", declarations.withdrawal, (WithdrawalState.enter,)),
        ("/cancel-contract", "cancel_contract", declarations.cancellation, (CancellationState.enter,)),
    )
    return tuple(
        Route(path, page, metadata["title"], metadata["summary"], on_load=on_load, sitemap=True)
        for path, name, page, on_load in pages
        for metadata in (page_text(name).metadata,)
    )


def development_routes(settings: Settings) -> tuple[Route, ...]:
    """Return the rows of the pages that exist in development only; none in production.

    Args:
        settings: The settings that the pages are built with.
    """
    if settings.environment != "development":
        return ()
    # Only here, so that production knows neither the page nor its state.
    from webdev_certs.ui.pages.styleguide.page import styleguide
    from webdev_certs.ui.states.styleguide import StyleguideState

    return (
        Route(
            "/styleguide",
            styleguide,
            "Styleguide",
            "Every component in every state.",
            on_load=(StyleguideState.load,),
        ),
    )
