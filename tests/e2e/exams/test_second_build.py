"""Other pages are put in place during a test, and served after a restart: the open tab loses nothing."""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered
from tests.e2e.console import Console
from tests.e2e.journeys import at, expect_question, next_question, submit
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product, releases_restored
from webdev_certs.web.releases import Releases


@pytest.fixture
def releases(product: Product) -> Iterator[Releases]:
    with releases_restored() as releases:
        yield releases
        # Later tests get the pages from before.
        product.kill()


def _built_again(served: Path, folder: Path) -> Path:
    """Copy a release, and give all its scripts other names, as a build of changed pages does in minutes."""
    left_out = shutil.ignore_patterns("*.gz", "*.br", "release.json")
    shutil.copytree(served, folder, ignore=left_out)
    scripts = list(folder.rglob("assets/*.js"))
    names = {script.name: f"{script.stem}-again.js" for script in scripts}
    any_name = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
    for file in (*scripts, *folder.rglob("*.html")):
        file.write_text(any_name.sub(lambda found: names[found[0]], file.read_text()))
    for script in scripts:
        script.rename(script.with_name(names[script.name]))
    return folder


def test_a_second_build_under_a_running_attempt(
    member: Page,
    key: AnswerKey,
    product: Product,
    releases: Releases,
    console: Console,
    api_learner: ApiLearner,
    tmp_path: Path,
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    served = releases.current()
    assert served
    key.answer(member, right=False)
    expect_answered(member)
    again = _built_again(served, tmp_path / "built")
    assert releases.add(again, fingerprint="b" * 12, origin=product.url, now=time.time()) != served
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
