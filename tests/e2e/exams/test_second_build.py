"""The pages are built again and swapped in during a test: no page fails, and no result is lost."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered
from tests.e2e.console import Console
from tests.e2e.journeys import at, expect_question, next_question, submit
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product, build_for, releases_restored
from webdev_certs.web.releases import Releases

PATHS = ("/", "/test/react", "/auth/login")


class Poll:
    """Asks for pages again and again, and notes every answer but 200."""

    def __init__(self, product: Product) -> None:
        self.answers = 0
        self.others: list[str] = []
        self._url = product.url
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> "Poll":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _ask(self) -> None:
        with httpx.Client(base_url=self._url, timeout=20) as client:
            while not self._end.wait(0.1):
                for path in PATHS:
                    try:
                        said = str(client.get(path).status_code)
                    except httpx.TransportError as error:
                        said = type(error).__name__
                    self.answers += 1
                    if said != "200":
                        self.others.append(f"{path}: {said}")


@pytest.fixture
def releases(product: Product) -> Iterator[Releases]:
    with releases_restored() as releases:
        yield releases
        # Later tests get the pages from before.
        product.kill()


def _scripts(releases: Releases) -> set[str]:
    """Return the names of the latest release's own scripts. Its folder also has those of earlier releases."""
    return set(releases.record()["assets"])


def test_a_second_build_under_a_running_attempt(
    member: Page,
    key: AnswerKey,
    product: Product,
    releases: Releases,
    console: Console,
    api_learner: ApiLearner,
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    served, old_scripts = releases.current(), _scripts(releases)

    with Poll(product) as poll, ThreadPoolExecutor(1) as pool:
        # The introduction of a test names the days until the next attempt.
        built = pool.submit(build_for, product.port, RETAKE_DAYS="9")
        key.answer(member, right=False)
        expect_answered(member)
        while not built.done():
            member.wait_for_timeout(200)
        built.result()
        # What is built now is served after the next start; until then nothing changes.
        key.answer(member)
        expect_answered(member)
        next_question(member)
        expect_question(member, number + 1)
    assert poll.others == []
    assert poll.answers > len(PATHS) * 20
    assert releases.current() != served
    assert _scripts(releases) - old_scripts, "the second build has the same scripts"

    console.connection_may_be_lost()
    product.kill()
    product.start()
    with Poll(product) as poll:
        # The old tab needs a script that it has not loaded yet: that of the result.
        expect(member.get_by_text("You are offline.")).to_have_count(0)
        member.get_by_role("button", name="End the test now").click()
        submit(member)
        member.wait_for_url("**/test-results/*")
        expect(member.get_by_role("heading", level=1)).to_contain_text("test result")
    assert poll.others == []
    missing = {
        name: status
        for name in sorted(old_scripts)
        if (status := httpx.get(f"{product.url}/{name}", timeout=20).status_code) != 200
    }
    assert missing == {}

    # A new page comes from the second build.
    member.goto("/test/vue")
    expect(member).to_have_url(at("/test/vue"))
    expect(member.get_by_text("9 days after")).to_be_visible()
