"""Other pages are served after a restart, or by a second process: no tab and no page load is lost."""

from collections.abc import Iterator
from pathlib import Path
from time import time

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

PAGES = ("/", "/auth/login", "/contact", "/de/", "/about", "/de/contact")


@pytest.fixture
def releases(product: Product) -> Iterator[Releases]:
    with releases_restored() as releases:
        yield releases
        # Later tests get the pages from before.
        product.kill()


def test_an_attempt_and_new_windows_go_on_while_two_releases_run(
    member: Page,
    visit: Visit,
    key: AnswerKey,
    product: Product,
    releases: Releases,
    console: Console,
    api_learner: ApiLearner,
    tmp_path: Path,
) -> None:
    with behind_nginx(product, tmp_path) as (old, new):
        old.start()
        number = open_exam_at(member, api_learner, *CHOICES)
        key.answer(member, right=False)
        expect_answered(member)
        copy_renamed(releases, tmp_path / "built")
        before = releases.current()
        assert (
            releases.add(tmp_path / "built", fingerprint="b" * 12, origin=product.url, now=time()) != before
        )
        # The new pages are served after the next start; until then nothing changes.
        key.answer(member)
        expect_answered(member)
        next_question(member)
        expect_question(member, number + 1)

        new.start()
        _expect_both_releases(visit)

        console.connection_may_be_lost()
        old.kill()
        # The old tab needs a script that it has not loaded yet: that of the result.
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


def _expect_both_releases(visit: Visit) -> None:
    """Open pages in new windows, which have none of the scripts: each page gets all of its own."""
    asked: list[str] = []
    failed: list[str] = []

    def note(response: Response) -> None:
        if "/assets/" in response.url:
            asked.append(response.url)
            if not response.ok:
                failed.append(f"{response.status} {response.url}")

    documents = []
    for path in PAGES:
        page = visit()
        page.on("response", note)
        page.goto(path)
        documents.append(page.evaluate("document.documentElement.innerHTML.includes('-again.js')"))
        wait_for_scripts(page)
        page.close()
    assert failed == []
    assert set(documents) == {True, False}, "nginx has asked only one of the processes"
    assert {url.endswith("-again.js") for url in asked if url.endswith(".js")} == {True, False}
