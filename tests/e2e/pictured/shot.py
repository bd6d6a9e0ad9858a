"""A state of a page that pictures are taken of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from playwright.sync_api import Page, expect

from tests.e2e.journeys import login_storage, wait_for_scripts
from tests.e2e.learning import ApiLearner
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, in_language, language_prefix

Act: TypeAlias = Callable[[Page], object]
"""What is done on a page, in the language of the page."""


@dataclass(frozen=True)
class Shot:
    """A state of a page: its data, or what is there after some clicks."""

    name: str
    """For people and for the names of files."""
    path: str | Callable[[], str]
    """The path; a function creates the data first."""
    act: Act = lambda _page: None
    viewer: Callable[[], ApiLearner] | None = None
    """Who sees it; None for visitors."""
    width: int | None = None
    """The only width at which the state exists."""
    window: bool = False
    """Whether a picture shows the window, not the whole page, because something covers the page."""

    def storage(self) -> dict[str, str]:
        """Return the entries of the viewer's local storage."""
        return login_storage(self.viewer().tokens) if self.viewer else {}

    def open(self, page: Page, language: str = SOURCE_LANGUAGE) -> None:
        """Open the page in a language and bring it into the state."""
        path = self.path if isinstance(self.path, str) else self.path()
        page.goto(language_prefix(language) + path)
        with in_language(language):
            expect(page.get_by_role("status", name=_("Loading"))).to_have_count(0)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            wait_for_scripts(page)
            self.act(page)
        if not self.window:
            # What keeps its place in the window would cover the page.
            page.evaluate("scrollTo(0, 0)")


def click(page: Page, button: str) -> None:
    """Click the first button with this name."""
    page.get_by_role("button", name=button).filter(visible=True).first.click()


def send(page: Page, form: str = "main form") -> None:
    """Click the button that sends a form."""
    page.locator(f"{form} button[type=submit]").first.click()


def fill(page: Page, **fields: str) -> None:
    """Fill in the fields with these ids."""
    for name, text in fields.items():
        page.locator(f"#{name}").fill(text)


def expect_refusal(page: Page) -> None:
    """Wait for a message that says what is wrong with a form."""
    expect(page.locator("[role=alert] > *, [aria-invalid=true]").filter(visible=True).first).to_be_visible()


def expect_outcome(page: Page) -> None:
    """Wait for a message that a form was sent."""
    expect(page.locator("main [role=status] > *").filter(visible=True).first).to_be_visible()


def open_details(page: Page) -> None:
    """Open every part of the page that is closed at first."""
    page.evaluate("() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
