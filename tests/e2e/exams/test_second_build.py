"""Other pages are served after a restart, or by a second process: no tab and no page load is lost."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered
from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.fleet import behind_nginx
from tests.e2e.journeys import at, expect_question, next_question, submit, wait_for_scripts
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product, releases_restored
from tests.e2e.second_build import copy_renamed
from webdev_certs.web.releases import Releases

PAGES = ("/", "/auth/login", "/contact", "/verify", "/de/", "/about", "/terms", "/de/contact")


@pytest.fixture
def releases(product: Product) -> Iterator[Releases]:
    with releases_restored() as releases:
        yield releases
        # Later tests get the pages from before.
        product.kill()


@pytest.fixture(scope="module")
def built_again(built_port: int, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("again") / "built"
    with releases_restored() as releases:
        copy_renamed(releases, folder)
    return folder


def _add(releases: Releases, built: Path, product: Product) -> None:
    """Add the second release, which the next start serves."""
    served = releases.current()
    assert releases.add(built, fingerprint="b" * 12, origin=product.url, now=time.time()) != served


def test_a_second_build_under_a_running_attempt(
    member: Page,
    key: AnswerKey,
    product: Product,
    releases: Releases,
    console: Console,
    api_learner: ApiLearner,
    built_again: Path,
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    key.answer(member, right=False)
    expect_answered(member)
    _add(releases, built_again, product)
    # The new pages are served after the next start; until then nothing changes.
    key.answer(member)
    expect_answered(member)
    next_question(member)
    expect_question(member, number + 1)

    console.connection_may_be_lost()
    product.kill()
    product.start()
    # The old tab needs a script that it has not loaded yet: that of the result.
    expect(member.get_by_text("You’re offline.")).to_have_count(0)
    member.get_by_role("button", name="End the test now").click()
    submit(member)
    member.wait_for_url("**/test-results/*")
    expect(member.get_by_role("heading", level=1)).to_contain_text("test result")

    asked: list[str] = []
    member.on("request", lambda request: asked.append(request.url))
    member.goto("/test/vue")
    expect(member).to_have_url(at("/test/vue"))
    expect(member.get_by_role("button", name="Start the test")).to_be_visible()
    scripts = [url for url in asked if "/assets/" in url and url.endswith(".js")]
    assert scripts
    assert [url for url in scripts if not url.endswith("-again.js")] == []


def test_no_page_is_dead_while_two_releases_run(
    visit: Visit,
    product: Product,
    releases: Releases,
    built_again: Path,
    console: Console,
    tmp_path: Path,
) -> None:
    with behind_nginx(product, tmp_path) as (old, new):
        old.start()
        _add(releases, built_again, product)
        new.start()
        asked: list[str] = []
        failed: list[str] = []

        def note(response: Response) -> None:
            if "/assets/" in response.url:
                asked.append(response.url)
                if not response.ok:
                    failed.append(f"{response.status} {response.url}")

        documents = []
        for path in PAGES:
            # A new window, which has none of the scripts.
            page = visit()
            page.on("response", note)
            page.goto(path)
            documents.append(page.evaluate("document.documentElement.innerHTML.includes('-again.js')"))
            wait_for_scripts(page)
            page.close()
        assert failed == []
        assert set(documents) == {True, False}, "nginx has asked only one of the processes"
        assert {url.endswith("-again.js") for url in asked if url.endswith(".js")} == {True, False}
