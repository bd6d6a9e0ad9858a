"""A double click on a button that sends something sends it once."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner
from tests.e2e.product import Product
from tests.e2e.submitting import ACCOUNT_CASES, Prepared, Scene, verify
from tests.e2e.submitting_answers import LEARNING_CASES

_CASES = [*ACCOUNT_CASES, *LEARNING_CASES]


def _calls(log: Path, start: int, call: str) -> list[str]:
    """Return the lines of the server's log about a call, after a number of bytes."""
    written = log.read_bytes()[start:].decode(errors="replace")
    return re.findall(rf": {call} \d+ .*", written)


@pytest.mark.parametrize(("prepare", "call"), _CASES, ids=[case[0].__name__ for case in _CASES])
def test_a_double_click_sends_once(
    prepare: Callable[[Scene], Prepared],
    call: str,
    member: Page,
    learner: Learner,
    product: Product,
    key: AnswerKey,
    tokens: dict[str, Any],
    visit: Visit,
) -> None:
    scene = Scene(member, learner, product, key, tokens, visit)
    button, outcome = prepare(scene)
    start = product.log.stat().st_size
    button.dblclick()
    if isinstance(outcome, re.Pattern):
        expect(scene.page).to_have_url(outcome)
    else:
        expect(outcome.first).to_be_visible()
    # The tab's events are handled one after the other: what this page loads comes after the second click.
    scene.page.goto("/verify/WDC-RE-7K3M-92QF-Z")
    expect(scene.page.get_by_text("No certificate has this number")).to_be_visible()
    found = _calls(product.log, start, call)
    # The page that this test opens afterwards asks twice, once for its link preview.
    assert len(found) == (3 if prepare is verify else 1), found
