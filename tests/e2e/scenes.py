"""Every page with the data that it can show: who opens it, where, and when it is complete.

The matrix of accessibility and the pictures (`python -m benchmarks.pictures`) go through the same scenes.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from playwright.sync_api import Page, expect

from tests.e2e.journeys import login_storage
from tests.e2e.learning import Student
from tests.e2e.mails import confirm_email
from tests.e2e.product import Product
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, in_language, language_prefix

Viewer: TypeAlias = Literal["visitor", "newcomer", "learner"]
VIEWERS: tuple[Viewer, ...] = ("visitor", "newcomer", "learner")
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


@dataclass(frozen=True)
class Stage:
    """The accounts behind the scenes."""

    newcomer: Student
    """Has just registered: no data, and an email that is not confirmed."""
    learner: Student
    """Has paid access, a certificate under an older name, a failed test, practice rounds, a running test."""
    passed: str
    failed: str
    practiced: str
    certificate: str

    def storage(self, viewer: Viewer) -> dict[str, str]:
        """Return the entries of local storage of a viewer."""
        students = {"newcomer": self.newcomer, "learner": self.learner}
        return login_storage(students[viewer].tokens) if viewer in students else {}


def prepare(product: Product, name: str = "stage") -> Stage:
    """Create the accounts.

    Args:
        product: The running product.
        name: Makes the emails unique.
    """
    newcomer = Student.register(product.url, "Grace Hopper", f"{name}.newcomer@example.com")
    learner = Student.register(product.url, "Ada Lovelace", f"{name}.learner@example.com")
    product.command("access", "grant", learner.email, "--yes")
    passed = learner.take_exam("react", right=True)
    confirm_email(product, learner.email, learner.tokens["access_token"])
    failed = learner.take_exam("vue", right=False)
    practiced = learner.practice("react", wrong=(2, 5, 9))
    learner.practice("java", wrong=range(1, 9), difficulty="beginner")
    learner.practice("csharp", answered=3, wrong=(1,))
    learner.start_exam("angular")
    (certificate,) = learner.certificates()
    learner.rename("Ada King, Countess of Lovelace")
    return Stage(newcomer, learner, passed, failed, practiced, certificate)


def scenes(stage: Stage) -> list[Scene]:
    """Return the scenes of all routes."""
    return [*_public(stage), *_members("newcomer"), *_members("learner"), *_learners(stage)]


def _public(stage: Stage) -> list[Scene]:
    technologies = ("react", "angular", "vue", "csharp", "java")
    plain = {
        "/": "home",
        **{f"/certifications/{one}": f"technology-{one}" for one in technologies},
        **{f"/{one}": one for one in ("about", "terms", "privacy", "contact", "support", "verify")},
        "/auth/login": "login",
        "/auth/register": "register",
        "/auth/forgot-password": "forgot-password",
        "/auth/reset-password": "reset-password-without-link",
        "/auth/confirm": "confirm-without-link",
        "/styleguide": "styleguide",
    }
    number = "/verify/[certificate_number]"
    return [
        *[Scene(name, path, path, "visitor") for path, name in plain.items()],
        Scene("verify-valid", number, f"/verify/{stage.certificate}", "visitor"),
        Scene("verify-unknown", number, "/verify/WDC-RE-7K3M-92QF-Z", "visitor"),
        Scene("verify-mistyped", number, "/verify/WDC-RE-7K3M-92QF-X", "visitor"),
        Scene("reset-password", "/auth/reset-password", "/auth/reset-password#token=unread", "visitor"),
        Scene("confirm", "/auth/confirm", "/auth/confirm#token=unread", "visitor"),
        Scene("callback-denied", "/auth/callback", "/auth/callback?error=access_denied", "visitor"),
        Scene("register-invalid", "/auth/register", "/auth/register", "visitor"),
    ]


def _members(viewer: Viewer) -> list[Scene]:
    views = ("overview", "certifications", "practice", "progress", "my-certificates", "profile", "billing")
    paths = ["/dashboard", *(f"/dashboard/{view}" for view in views)]
    paths += ["/payment", "/payment/success", "/payment/canceled"]
    return [Scene(f"{viewer}{path.replace('/', '-')}", path, path, viewer) for path in paths]


def _learners(stage: Stage) -> list[Scene]:
    test, result = "/test/[technology]", "/test-results/[test_id]"
    level = "/practice-test/[technology]/[difficulty]"
    return [
        Scene("test-introduction", test, "/test/java", "newcomer"),
        Scene("test-unknown", test, "/test/cobol", "newcomer"),
        Scene("payment-asked-for", "/payment", "/payment?reason=access_required", "newcomer"),
        Scene("test-running", test, "/test/angular", "learner"),
        Scene("test-wait", test, "/test/vue", "learner"),
        Scene("result-passed", result, f"/test-results/{stage.passed}", "learner"),
        Scene("result-failed", result, f"/test-results/{stage.failed}", "learner"),
        Scene("result-unknown", result, f"/test-results/{_NOWHERE}", "learner"),
        Scene("practice-round", "/practice-test/[technology]", "/practice-test/csharp", "learner"),
        Scene("practice-level", level, "/practice-test/angular/advanced", "learner"),
        Scene(
            "practice-review",
            "/practice-results/[result_id]",
            f"/practice-results/{stage.practiced}",
            "learner",
        ),
    ]


def open_scene(page: Page, scene: Scene, language: str = SOURCE_LANGUAGE) -> None:
    """Open the page of a scene in a language and wait until it is complete."""
    page.goto(language_prefix(language) + scene.path)
    with in_language(language):
        # The styleguide shows placeholders as examples.
        if scene.name != "styleguide":
            expect(page.get_by_role("status", name=_("Loading"))).to_have_count(0)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if scene.name == "register-invalid":
            page.get_by_role("button", name=_("Create account")).click()
            expect(page.get_by_role("alert").filter(visible=True).first).to_be_visible()
