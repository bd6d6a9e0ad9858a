"""Every path of the product, opened directly."""

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

import httpx
import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.journeys import at, expect_home, wait_until
from tests.e2e.product import Product
from webdev_certs.shared.technologies import technologies

UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
STATIC = {
    "/": "AI-Powered WebDev Certifications",
    "/auth/login": "Sign in · WebDev Certs",
    "/auth/register": "Create your account · WebDev Certs",
    "/auth/forgot-password": "Forgot password · WebDev Certs",
    "/auth/reset-password": "New password · WebDev Certs",
    "/auth/confirm": "Confirm your email · WebDev Certs",
    "/auth/callback": "Signing in · WebDev Certs",
    "/dashboard": "Overview · WebDev Certs",
    "/dashboard/overview": "Overview · WebDev Certs",
    "/dashboard/certifications": "Certifications · WebDev Certs",
    "/dashboard/practice": "Practice · WebDev Certs",
    "/dashboard/progress": "Progress · WebDev Certs",
    "/dashboard/my-certificates": "Certificates · WebDev Certs",
    "/dashboard/profile": "Profile · WebDev Certs",
    "/dashboard/billing": "Billing · WebDev Certs",
    "/payment": "Pro · WebDev Certs",
    "/payment/success": "Your payment · WebDev Certs",
    "/payment/canceled": "Payment canceled · WebDev Certs",
    "/about": "About · WebDev Certs",
    "/contact": "Contact · WebDev Certs",
    "/support": "Support · WebDev Certs",
    "/verify": "Verify a certificate · WebDev Certs",
    "/terms": "Terms · WebDev Certs",
    "/privacy": "Privacy · WebDev Certs",
    **{f"/certifications/{one.id}": f"{one.name} certification · WebDev Certs" for one in technologies()},
}
DYNAMIC = {
    "/test/react": "Certification test · WebDev Certs",
    f"/test-results/{UNKNOWN_ID}": "Test result · WebDev Certs",
    "/practice-test/react": "Practice · WebDev Certs",
    "/practice-test/react/advanced": "Practice · WebDev Certs",
    f"/practice-results/{UNKNOWN_ID}": "Practice review · WebDev Certs",
    "/practice-mistakes/react": "Your mistakes · WebDev Certs",
    "/verify/WDC-RE-7K3M-92QF-X": "Certificate verification · WebDev Certs",
}
REDIRECTS = {
    "/certificates": "/dashboard/my-certificates",
    "/certifications": "/dashboard/certifications",
    "/practice": "/dashboard/practice",
    "/progress": "/dashboard/progress",
}
_BROWSER = {"Accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize("path", STATIC | DYNAMIC)
def test_a_document_has_title_and_description_before_scripts_run(path: str, product: Product) -> None:
    """Link previews and search engines run no scripts."""
    response = product.http.get(path, headers=_BROWSER)
    assert response.status_code == 200
    title = escape((STATIC | DYNAMIC)[path])
    assert re.findall("<title>(.*?)</title>", response.text) == [title]
    description = re.findall('<meta content="([^"]+)" name="description"/>', response.text)
    assert len(description) == 1
    for name, content in (("title", title), ("description", description[0])):
        assert f'<meta content="{content}" property="og:{name}"/>' in response.text


@pytest.mark.parametrize(
    "path", ["/verify/WDC-RE-7K3M-92QF-X", "/verify/..%252f..%252fapi/", "/test/react?a=b"]
)
def test_a_dynamic_page_is_served_as_a_static_file(path: str, product: Product) -> None:
    with httpx.Client(base_url=product.url, headers={**_BROWSER, "Accept-Encoding": "gzip"}) as client:
        page, head = client.get(path), client.head(path)
        again = client.get(path, headers={"If-None-Match": page.headers["etag"]})
    assert (page.status_code, head.status_code, again.status_code) == (200, 200, 304)
    assert (head.content, again.content) == (b"", b"")
    assert page.headers["content-encoding"] == head.headers["content-encoding"] == "gzip"
    for name in ("etag", "cache-control", "content-security-policy"):
        assert page.headers[name] == head.headers[name] == again.headers[name]
    assert page.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(("path", "own"), [("/", "_index"), ("/verify/WDC-RE-7K3M-92QF-X", "_verify_")])
def test_a_page_can_be_painted_before_its_scripts_start(path: str, own: str, product: Product) -> None:
    text = product.http.get(path, headers=_BROWSER).text
    preloads = re.findall('<link data-rel="modulepreload"[^>]*>', text)
    assert any(f"/assets/{own}" in preload for preload in preloads)
    # What many pages use is one script.
    assert len([preload for preload in preloads if "/assets/shared-" in preload]) == 1
    assert len(preloads) <= 10
    # Nothing that browsers fetch or run while they read the document.
    assert not re.search('<link rel="modulepreload"|<script[^>]*(type="module"| src=)', text)
    assert "<h1" in text


@contextmanager
def _scripts_held(page: Page) -> Iterator[None]:
    """Hold back the scripts of the page that is opened in the context until its end."""
    held: list[Route] = []
    page.route("**/assets/*.js", lambda route: held.append(route))
    yield
    wait_until(page, lambda: held)
    page.route("**/assets/*.js", lambda route: route.continue_())
    for route in held:
        route.continue_()


def test_a_button_and_a_form_that_are_used_before_the_scripts_run_work_when_they_do(page: Page) -> None:
    with _scripts_held(page):
        page.goto("/certifications/java", wait_until="commit")
        page.get_by_role("button", name="Start the questions").click()
    expect(page.get_by_role("heading", name="Java sample: 0 of 3 answered")).to_be_visible()
    with _scripts_held(page):
        page.goto("/contact", wait_until="commit")
        page.get_by_label("Your name").fill("Ada Lovelace")
        page.get_by_label("Your email").fill("early@example.com")
        page.get_by_label("Your message").fill("My certificate shows an old name.")
        page.get_by_role("button", name="Send message").click()
    expect(page.get_by_text("Your message is on its way")).to_be_visible()
    assert "message=" not in page.url


def test_public_pages_open_with_their_titles(page: Page) -> None:
    for path in ("/", "/about", "/certifications/csharp", "/verify/WDC-RE-7K3M-92QF-X"):
        page.goto(path)
        expect(page).to_have_title((STATIC | DYNAMIC)[path])
        expect(page).to_have_url(at(path))
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_protected_pages_open_with_their_titles_and_say_what_does_not_exist(member: Page) -> None:
    for path in ("/dashboard", "/dashboard/billing", "/payment/canceled", *DYNAMIC):
        if not path.startswith(("/practice-results", "/practice-mistakes")):
            member.goto(path)
            expect(member).to_have_title((STATIC | DYNAMIC)[path])
            expect(member).to_have_url(at(path))
    for path, unknown in (
        ("/test/cobol", "This test doesn’t exist"),
        ("/practice-test/cobol", "There’s nothing to practice here"),
        ("/practice-test/react/impossible", "There’s nothing to practice here"),
    ):
        member.goto(path)
        expect(member.get_by_role("heading", name=unknown, level=1)).to_be_visible()
        names = member.get_by_role("main").get_by_role("listitem")
        expect(names).to_have_text([technology.name for technology in technologies()])
    for test_id in (UNKNOWN_ID, "nonsense"):
        member.goto(f"/test-results/{test_id}")
        expect(member.get_by_text("This result doesn’t exist")).to_be_visible()


def test_an_unknown_path_redirects_to_the_home_page(page: Page) -> None:
    for path in ("/no-such-page", "/no/such/page", "/dashboard/nothing", "/about/us/"):
        page.goto(path)
        expect_home(page)
        expect(page.get_by_text("This page doesn’t exist")).to_be_visible()
        # Said once.
        expect(page).to_have_url(re.compile("^[^#]+/$"))
        page.reload()
        expect_home(page)
        expect(page.get_by_text("This page doesn’t exist")).to_be_hidden()


def test_the_home_page_loads_little_code(product: Product) -> None:
    """Sum the gzipped files that the document names. `make bench` measures what a browser loads."""
    document = product.http.get("/").text
    files = set(re.findall(r'"(/assets/[^"]+\.(?:js|css))"', document))
    assert len(files) > 5
    sizes = [len(gzip.compress(product.http.get(file).content)) for file in files]
    assert sum(sizes) <= 190_000


def test_the_typeface_is_one_small_file_of_the_product(page: Page, product: Product) -> None:
    fonts: dict[str, int] = {}
    foreign: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((product.url, "data:")):
            foreign.append(request.url)
        if request.resource_type == "font":
            fonts[request.url] = request.sizes()["responseBodySize"]

    page.on("requestfinished", note)
    page.goto("/")
    page.wait_for_function("document.fonts.status === 'loaded' && document.fonts.check('600 16px Inter')")
    page.wait_for_load_state("networkidle")
    # A size is known some time after its request has finished.
    wait_until(page, lambda: fonts)
    assert foreign == []
    assert len(fonts) == 1
    assert 0 < sum(fonts.values()) <= 60_000
