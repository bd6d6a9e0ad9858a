"""Pictures of public pages: samples, the search of Support, and the contact form."""

from playwright.sync_api import Page, expect

from tests.e2e.pictured.cast import Cast
from tests.e2e.pictured.shot import Shot, click, expect_outcome, expect_refusal, fill, send
from webdev_certs.shared.translation import _

_PHONE = 390


def public(cast: Cast) -> list[Shot]:
    """Return the pictures."""

    def sample(answers: int, *, right: bool = True, explained: bool = False, technology: str = "React"):
        def act(page: Page) -> None:
            click(page, technology if page.url.endswith(("/", "/de")) else _("Start the questions"))
            for number in range(1, answers + 1):
                expect(page.locator("#question")).to_be_visible()
                cast.key.answer(page, right=right if number == answers else number != 2)
                send(page, "form:has(#question)")
                expect(page.locator("#verdict")).to_be_visible()
                if number < answers or not explained:
                    click(page, _("Next question") if number < 3 else _("Show my result"))
            expect(page.locator("#verdict, #sample-end, #question").first).to_be_visible()

        return act

    def search(words: str):
        def act(page: Page) -> None:
            page.get_by_role("searchbox").press_sequentially(words)
            expect(page.get_by_role("navigation", name=_("Subjects"))).to_be_hidden()

        return act

    return [
        Shot("home-menu", "/", lambda page: click(page, _("Menu")), width=_PHONE, window=True),
        Shot("home-not-found", "/no-such-page", window=True),
        Shot("withdraw-contract-sent", "/withdraw-contract", _withdraw),
        Shot("sample-question", "/", sample(0)),
        Shot("sample-right", "/", sample(1, explained=True)),
        Shot("sample-second", "/", sample(1)),
        Shot("sample-end", "/", sample(3)),
        Shot("sample-of-technology", "/certifications/csharp", sample(1, right=False, explained=True)),
        Shot("sample-of-member", "/certifications/java", sample(3), lambda: cast.somebody),
        Shot("support-found", "/support", search("GitHub")),
        Shot("support-none", "/support", search("xylophone")),
        Shot("contact-invalid", "/contact", _contact_invalid),
        Shot("contact-sent", "/contact", _contact),
    ]


def _contact_invalid(page: Page) -> None:
    fill(page, message="Hello", email="ada.example.com")
    send(page)
    expect_refusal(page)


def _withdraw(page: Page) -> None:
    fill(page, name="Ada Lovelace", email="ada@example.com")
    send(page)
    expect(page.locator("#withdrawal-sent dl")).to_be_visible()


def _contact(page: Page) -> None:
    fill(page, name="Ada Lovelace", email="ada@example.com", message="My certificate shows an old name.")
    send(page)
    expect_outcome(page)
