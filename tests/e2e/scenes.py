"""Every page with the data that it can show: who opens it, where, and when it is complete.

The matrix of accessibility and the pictures (`python -m benchmarks.pictures`) go through the same scenes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, login_storage
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, in_language, language_prefix

Viewer: TypeAlias = Literal["visitor", "newcomer", "learner", "buyer"]
VIEWERS: tuple[Viewer, ...] = ("visitor", "newcomer", "learner", "buyer")
_SAME = ("/dashboard", "/payment/success", "/payment/canceled")
_NOWHERE = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True)
class Scene:
    """A page as one viewer sees it."""

    name: str
    """For people and for the names of files."""
    route: str
    """The route of the table of routes."""
    path: str
    viewer: Viewer
    complete: Callable[[Page], object] = lambda _page: None
    """What the test still does or waits for after the page has loaded, in the language of the page."""
    like: str = ""
    """The name of another scene, whose page has the same parts with other texts."""


@dataclass(frozen=True)
class Stage:
    """The accounts behind the scenes."""

    newcomer: ApiLearner
    """Has just registered: no data, and an email that is not confirmed."""
    learner: ApiLearner
    """Has access, a certificate under an older name, a failed test, a running attempt, practice sessions."""
    buyer: ApiLearner
    """Has just paid for a year, without any other data."""
    passed: str
    failed: str
    practiced: str
    mock_exam: str
    certificate: str
    checkout_session: str
    key: AnswerKey
    handle: str
    """Of the learner's public profile."""
    criteria: str
    """The path of the terms of the certificate."""

    def storage(self, viewer: Viewer) -> dict[str, str]:
        """Return the entries of local storage of a viewer."""
        learners = {"newcomer": self.newcomer, "learner": self.learner, "buyer": self.buyer}
        return login_storage(learners[viewer].tokens) if viewer in learners else {}


def prepare(product: Product, name: str = "stage") -> Stage:
    """Create the accounts.

    Args:
        product: The running product.
        name: A text that makes the emails unique.
    """
    newcomer = ApiLearner.register(product, "Grace Hopper", f"{name}.newcomer@example.com", confirmed=False)
    learner = ApiLearner.register(product, "Ada Lovelace", f"{name}.learner@example.com")
    product.command("access", "grant", learner.email, "--yes")
    passed = learner.take_exam("react", right=True)
    failed = learner.take_exam("vue", right=False)
    practiced = learner.practice("react", wrong=(2, 5, 9))
    noted = f"/practice/{practiced}/items/2/annotation"
    learner.call("PATCH", noted, {"bookmarked": True, "note": "State is a snapshot:\nread it again."})
    learner.practice("java", wrong=range(1, 9), difficulty="beginner")
    learner.practice("csharp", answered=3, wrong=(1,))
    learner.start_exam("angular")
    mock_exam = learner.take_mock_exam("react", wrong=(2, 3, 7, 8, 11, 16))
    learner.start_exam("java", mock=True)
    (certificate,) = learner.certificates()
    learner.rename("Ada King, Countess of Lovelace")
    buyer = ApiLearner.register(product, "Katherine Johnson", f"{name}.buyer@example.com")
    checkout_session = buyer.buy("yearly")
    key = AnswerKey(product)
    learner.call("PATCH", f"/certificates/{certificate}", {"on_profile": True, "score_public": True})
    handle = learner.call("PUT", "/profile/public", {})["handle"]
    criteria = learner.call("GET", f"/verify/{certificate}")["criteria"]
    shown = {"handle": handle, "criteria": criteria}
    return Stage(
        newcomer,
        learner,
        buyer,
        passed,
        failed,
        practiced,
        mock_exam,
        certificate,
        checkout_session,
        key,
        **shown,
    )


def scenes(stage: Stage) -> list[Scene]:
    """Return the scenes of all routes."""
    return [
        *_public(stage),
        *_members("newcomer"),
        # The others are the same for everybody, and `/dashboard` is the overview.
        *[scene for scene in _members("learner") if scene.path not in _SAME],
        *_learners(stage),
        *_buyers(stage),
    ]


_LIKE = {f"technology-{one}": "technology-react" for one in TECHNOLOGIES[1:]}


def _public(stage: Stage) -> list[Scene]:
    plain = {
        "/": "home",
        **{f"/certifications/{one}": f"technology-{one}" for one in TECHNOLOGIES},
        **{f"/{one}": one for one in ("about", "terms", "privacy", "contact", "support", "verify")},
        "/employers": "employers",
        "/employers/verify": "verify-many",
        "/imprint": "imprint",
        "/withdrawal": "withdrawal",
        "/withdraw-contract": "withdraw-contract",
        "/cancel-contract": "cancel-contract",
        "/auth/login": "login",
        "/auth/register": "register",
        "/auth/forgot-password": "forgot-password",
        "/auth/reset-password": "reset-password-without-link",
        "/auth/confirm": "confirm-without-link",
        "/unsubscribe": "unsubscribe-without-link",
        "/styleguide": "styleguide",
    }
    number = "/verify/[certificate_number]"
    return [
        *[Scene(name, path, path, "visitor", like=_LIKE.get(name, "")) for path, name in plain.items()],
        Scene("verify-valid", number, f"/verify/{stage.certificate}", "visitor"),
        Scene(
            "verify-many-results",
            "/employers/verify",
            "/employers/verify",
            "visitor",
            lambda page: _verify_many(page, stage.certificate),
        ),
        Scene("criteria", "/criteria/[technology]/[version]", stage.criteria, "visitor"),
        Scene("profile", "/profiles/[handle]", f"/profiles/{stage.handle}", "visitor"),
        Scene("profile-unknown", "/profiles/[handle]", "/profiles/nobody", "visitor"),
        Scene("verify-unknown", number, "/verify/WDC-RE-7K3M-92QF-Z", "visitor"),
        Scene("verify-mistyped", number, "/verify/WDC-RE-7K3M-92QF-X", "visitor"),
        Scene("reset-password", "/auth/reset-password", "/auth/reset-password#token=unread", "visitor"),
        Scene("confirm", "/auth/confirm", "/auth/confirm#token=unread", "visitor"),
        Scene("unsubscribe", "/unsubscribe", "/unsubscribe#token=retake.unread", "visitor"),
        Scene("callback-denied", "/auth/callback", "/auth/callback?error=access_denied", "visitor"),
        Scene("register-invalid", "/auth/register", "/auth/register", "visitor", _register_without_data),
    ]


def _members(viewer: Viewer) -> list[Scene]:
    views = ("overview", "certifications", "practice", "progress", "my-certificates", "profile", "billing")
    paths = ["/dashboard", *(f"/dashboard/{view}" for view in views)]
    paths += ["/payment", "/payment/success", "/payment/canceled"]
    return [Scene(f"{viewer}{path.replace('/', '-')}", path, path, viewer) for path in paths]


def _learners(stage: Stage) -> list[Scene]:
    test, result = "/test/[technology]", "/test-results/[test_id]"
    mock = "/mock-exam/[technology]"
    level, mistakes = "/practice-test/[technology]/[difficulty]", "/practice-mistakes/[technology]"
    return [
        Scene("test-introduction", test, "/test/java", "buyer", _expect_introduction),
        Scene("test-introduction-unconfirmed", test, "/test/java", "newcomer", _expect_introduction),
        Scene("test-unknown", test, "/test/cobol", "newcomer"),
        Scene("payment-asked-for", "/payment", "/payment?reason=access_required", "newcomer"),
        Scene("test-running", test, "/test/angular?resume", "learner", _expect_question),
        Scene("mock-introduction", mock, "/mock-exam/react", "buyer"),
        Scene("mock-locked", mock, "/mock-exam/react", "newcomer"),
        Scene("mock-running", mock, "/mock-exam/java?resume", "learner", _expect_question),
        Scene("mock-result", result, f"/test-results/{stage.mock_exam}", "learner"),
        Scene("test-wait", test, "/test/vue", "learner"),
        Scene("result-passed", result, f"/test-results/{stage.passed}", "learner"),
        Scene("result-failed", result, f"/test-results/{stage.failed}", "learner"),
        Scene("result-unknown", result, f"/test-results/{_NOWHERE}", "learner"),
        Scene("practice-round", "/practice-test/[technology]", "/practice-test/csharp", "learner"),
        Scene("practice-waits", level, "/practice-test/angular/advanced", "learner"),
        Scene(
            "practice-answered",
            level,
            "/practice-test/vue/intermediate",
            "learner",
            lambda page: _answer_wrongly(page, stage.key),
        ),
        Scene(
            "practice-review",
            "/practice-results/[result_id]",
            f"/practice-results/{stage.practiced}",
            "learner",
        ),
        Scene("history", "/practice-history", "/practice-history", "learner", _open_first),
        Scene("history-found", "/practice-history", "/practice-history?q=state", "learner"),
        Scene("history-nothing-found", "/practice-history", "/practice-history?q=zebra", "learner"),
        Scene("history-locked", "/practice-history", "/practice-history", "newcomer"),
        Scene("search", "/practice-search", "/practice-search", "newcomer"),
        Scene("search-found", "/practice-search", "/practice-search?q=state", "learner"),
        Scene("mistakes", mistakes, "/practice-mistakes/react", "learner"),
        Scene("mistakes-none", mistakes, "/practice-mistakes/vue", "learner"),
        Scene("mistakes-unknown", mistakes, "/practice-mistakes/cobol", "learner"),
        Scene("mistakes-wait", mistakes, "/practice-mistakes/angular", "learner"),
    ]


def _buyers(stage: Stage) -> list[Scene]:
    success = "/payment/success"
    path = f"{success}?session_id={stage.checkout_session}"
    return [
        Scene("payment-paid", success, path, "buyer", _expect_thanks),
        Scene("billing-paid", "/dashboard/billing", "/dashboard/billing", "buyer"),
    ]


def _verify_many(page: Page, certificate: str) -> None:
    numbers = f"{certificate}\nWDC-VU-SAMP-1E00-W\nWDC-RE-7K3M-92QF-Z\nWDC-RE-302P\nsee the attached PDF"
    page.get_by_label(_("Certificate numbers")).fill(numbers)
    page.get_by_role("button", name=_("Verify"), exact=True).click()
    expect(page.get_by_role("heading", name=_("Results"))).to_be_focused()


def _register_without_data(page: Page) -> None:
    page.get_by_role("button", name=_("Create account")).click()
    expect(page.get_by_role("alert").filter(visible=True).first).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def _answer_wrongly(page: Page, key: AnswerKey) -> None:
    answer_and_check(page, key, right=False)
    # The page has scrolled to the verdict.
    page.evaluate("scrollTo(0, 0)")


def _open_first(page: Page) -> None:
    page.locator("main summary").first.click()
    expect(page.get_by_role("button", name=_("Bookmark")).first).to_be_visible()


def _expect_question(page: Page) -> None:
    # The placeholder of a question has the page's heading.
    expect(page.get_by_role("button", name=_("Next question"))).to_be_visible()


def _expect_introduction(page: Page) -> None:
    expect(page.get_by_role("link", name=_("Practice first"))).to_be_visible()


def _expect_thanks(page: Page) -> None:
    expect(page.get_by_text(_("You now have everything in Pro."))).to_be_visible()


def open_scene(page: Page, scene: Scene, language: str = SOURCE_LANGUAGE) -> None:
    """Open the page of a scene in a language and wait until it is complete."""
    page.goto(language_prefix(language) + scene.path)
    with in_language(language):
        # The styleguide shows placeholders as examples.
        if scene.name != "styleguide":
            expect(page.get_by_role("status", name=_("Loading"))).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        scene.complete(page)


def open_loading(page: Page, scene: Scene) -> None:
    """Open the page of a scene in a new tab whose data is held (holding.py)."""
    page.goto(scene.path)
    expect(page.locator("main:not(:has([data-guard]))")).to_be_visible()
    expect(page.get_by_role("status", name="Loading").first).to_be_visible()


def open_failing(page: Page, scene: Scene) -> None:
    """Open the page of a scene in a new tab while the server cannot load its data."""
    page.goto(scene.path)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def open_offline(page: Page, scene: Scene) -> None:
    """Open the page of a scene, lose the connection, and try to open another page."""
    page.context.set_offline(False)
    open_scene(page, scene)
    page.context.set_offline(True)
    other = "Progress" if scene.route.endswith("/practice") else "Practice"
    page.get_by_role("link", name=other, exact=True).filter(visible=True).first.click()
    expect(page.get_by_text("You’re offline.").first).to_be_visible()
