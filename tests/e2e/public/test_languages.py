"""The pages in German: how users get there, and that everything stays in German."""

import re
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accounts.test_social_sign_in import continue_as
from tests.e2e.answers import AnswerKey
from tests.e2e.conftest import Visit
from tests.e2e.journeys import (
    Learner,
    at,
    expect_question,
    register,
    sign_in,
    start_exam,
    stored,
    wait_for_scripts,
    wait_until,
)
from tests.e2e.learning import ApiLearner
from tests.e2e.mails import mailed_link
from tests.e2e.paying import pay
from tests.e2e.product import Product
from webdev_certs.shared.translation import LANGUAGES, _, in_language, language_prefix


def choose(page: Page, language: str) -> None:
    """Choose a language in the footer, whose links know the page once its scripts run."""
    wait_for_scripts(page)
    page.get_by_role("contentinfo").get_by_role("link", name=language).click()


def test_a_visitor_changes_the_language_and_stays_on_the_page(visit: Visit) -> None:
    page = visit()
    page.goto("/support?q=refund")
    choose(page, "Deutsch")
    expect(page).to_have_url(at("/de/support"))
    assert page.url.endswith("?q=refund")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("contentinfo").get_by_role("link", name="Deutsch")).to_have_attribute(
        "aria-current", "true"
    )
    # Links and redirects stay in the language.
    with in_language("de"):
        page.get_by_role("contentinfo").get_by_role("link", name=_("Terms")).click()
        expect(page).to_have_url(at("/de/terms"))
        page.goto("/de/practice")
        expect(page).to_have_url(at("/de/auth/login"))
        page.goto("/de/no-such-page")
        expect(page).to_have_url(at("/de"))
    choose(page, "English")
    expect(page).to_have_url(at("/"))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    # A certificate's number stays too; all numbers share one document.
    page.goto("/verify/WDC-RE-SAMP-1E00-A")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    choose(page, "Deutsch")
    expect(page).to_have_url(at("/de/verify/WDC-RE-SAMP-1E00-A"))
    expect(page.get_by_text(re.compile("Muster")).first).to_be_visible()


@pytest.mark.parametrize(
    ("path", "other"),
    [("/support", "/de/support"), ("/de/auth/login", "/auth/login"), ("/verify/WDC-RE-SAMP-1E00-A", "/de/")],
)
def test_before_its_scripts_run_a_page_links_to_the_other_language(
    path: str, other: str, product: Product
) -> None:
    """A document of several pages, such as that of all certificates, links to the other home page."""
    text = product.http.get(path, follow_redirects=True).text
    links = [link for link in re.findall("<a [^>]*>", text) if "hrefLang=" in link or "hreflang=" in link]
    assert f'href="{other}"' in " ".join(links), links


@pytest.mark.parametrize("language", LANGUAGES)
def test_sitemap_links_and_documents_agree_on_the_url_of_a_page(language: str, product: Product) -> None:
    prefix = language_prefix(language)
    with httpx.Client(base_url=product.url, timeout=30) as client:
        listed = re.findall("<loc>(.*?)</loc>", client.get(f"{prefix}/sitemap.xml").text)
        paths = [urlsplit(url).path for url in listed]
        assert {f"{prefix}/", f"{prefix}/terms", f"{prefix}/certifications/csharp"} <= set(paths)
        assert [path for path in paths if path.endswith("/")] == [f"{prefix}/"]
        for url, path in zip(listed, paths, strict=True):
            # The same document answers at the other form too.
            other = path + "/" if path != f"{prefix}/" else f"{path}?from=mail"
            for form in (path, other):
                answer = client.get(form)
                assert answer.status_code == 200
                assert head_links(answer.text, "canonical") == [url]
                assert head_links(answer.text, "alternate").count(url) == (1 if prefix else 2)
        # The navigation has these URLs.
        home = client.get(f"{prefix}/").text
        assert f'href="{prefix}/terms"' in home
        assert f'href="{prefix}/terms/"' not in home
        # A certificate that does not exist has no URL of its own.
        unknown = client.get(f"{prefix}/verify/WDC-RE-7K3M-92QF-Z").text
        assert head_links(unknown, "canonical") == []


def head_links(document: str, relation: str) -> list[str]:
    """Return the URLs that the head of a document links to in this relation."""
    links = [link for link in re.findall("<link [^>]*>", document) if f'rel="{relation}"' in link]
    return [url for link in links for url in re.findall('href="([^"]*)"', link)]


def test_a_learner_passes_a_test_in_german(
    visit: Visit, learner: Learner, key: AnswerKey, product: Product
) -> None:
    page = visit(locale="de-DE")
    with in_language("de"):
        page.goto("/de/auth/register")
        register(page, learner)
        expect(page).to_have_url(at("/de/dashboard"))
        mail = page.context.new_page()
        mail.goto(mailed_link(product, learner.email, "/de/auth/confirm"))
        expect(mail.locator("html")).to_have_attribute("lang", "de")
        expect(mail.get_by_role("heading", level=1)).to_contain_text("bestätigt")
        mail.close()
        page.goto("/de/test/java")
        expect(page.get_by_text(_("The questions are in English."))).to_be_visible()
        start_exam(page, "java")
        # Questions stay in the language that they were calibrated in.
        expect(page.locator("[lang=en] #question, #question[lang=en]")).to_be_visible()
        assert key.go_on(page)
        # The questions between the first and the last are like these.
        last = ApiLearner(product, stored(page)).go_to_last("java")
        page.reload()
        expect_question(page, last)
        assert not key.go_on(page)
        expect(page).to_have_url(re.compile("/de/test-results/"))
        expect(page.get_by_text(_("Passed"), exact=True)).to_be_visible()
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name=_("Copy link")).click()
        # The link has no language prefix, so its reader chooses the language.
        wait_until(page, lambda: "/verify/WDC" in page.evaluate("navigator.clipboard.readText()"))
        assert "/de/" not in page.evaluate("() => navigator.clipboard.readText()")


def test_refusals_are_german_and_a_login_session_belongs_to_both_languages(
    visit: Visit, learner: Learner
) -> None:
    page = visit()
    page.goto("/auth/register")
    register(page, learner)
    expect(page).to_have_url(at("/dashboard"))
    before = stored(page)
    page.goto("/de/dashboard/profile")
    with in_language("de"):
        expect(page.get_by_role("heading", level=1, name=_("Profile"))).to_be_visible()
        assert stored(page)["refresh_token"] == before["refresh_token"]
        page.goto("/de/auth/login")
        expect(page).to_have_url(at("/de/dashboard"))
        page.goto("/de/dashboard")
        page.get_by_role("button", name=learner.name).or_(
            page.get_by_role("button", name=re.compile("^Konto"))
        ).filter(visible=True).first.click()
        page.get_by_role("button", name=_("Sign out"), exact=True).filter(visible=True).click()
        expect(page).to_have_url(at("/de"))
        page.goto("/de/auth/login")
        sign_in(page, learner, "not the password")
        alert = page.get_by_role("alert").filter(visible=True)
        expect(alert).to_contain_text("Passwort")
    # A service leads back to the German pages.
    colleague = Learner("Grace Hopper", f"grace.{learner.email}")
    page.get_by_role("button", name=re.compile("GitHub")).click()
    continue_as(page, colleague)
    expect(page).to_have_url(at("/de/dashboard"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(colleague.name)


def test_a_payment_returns_to_the_german_pages(member: Page) -> None:
    with in_language("de"):
        member.goto("/de/payment")
        member.get_by_role("button", name=_("Choose Lifetime")).click()
        pay(member)
        expect(member).to_have_url(at("/de/payment/success"))
        expect(member.get_by_role("status").filter(has_text="Vielen Dank")).to_be_visible()
