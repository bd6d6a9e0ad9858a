"""A double click on a button that sends something sends it once."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.answers import AnswerKey
from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, login_storage
from tests.e2e.product import Product
from tests.e2e.submitting import ACCOUNT_VISITS, VISITORS, Scene
from tests.e2e.submitting_answers import LEARNING_VISITS

_VISITS = ACCOUNT_VISITS | LEARNING_VISITS
# The page that this test opens last verifies a number, once more for its link preview.
_LAST_CALLS = Counter({"GET /api/verify/[^ ]+": 2})


def _calls(log: Path, start: int, call: str) -> list[str]:
    """Return the lines of the server's log about a call, after a number of bytes."""
    written = log.read_bytes()[start:].decode(errors="replace")
    return re.findall(rf": {call} \d+ .*", written)


@pytest.mark.parametrize("visit_name", _VISITS)
def test_a_double_click_sends_once(
    visit_name: str, learner: Learner, product: Product, key: AnswerKey, tokens: dict[str, Any], visit: Visit
) -> None:
    page = visit() if visit_name in VISITORS else visit(login_storage(tokens))
    scene = Scene(page, learner, product, key, tokens, visit)
    start = product.log.stat().st_size
    for prepare, _call in _VISITS[visit_name]:
        button, outcome = prepare(scene)
        button.dblclick()
        if isinstance(outcome, re.Pattern):
            expect(page).to_have_url(outcome)
        else:
            expect(outcome.first).to_be_visible()
    # The tab's events are handled one after the other: what this page loads comes after the last click.
    page.goto("/verify/WDC-RE-7K3M-92QF-Z")
    expect(page.get_by_text("No certificate has this number")).to_be_visible()
    wanted = Counter(call for _prepare, call in _VISITS[visit_name])
    found = {call: _calls(product.log, start, call) for call in wanted}
    wanted += Counter({call: number for call, number in _LAST_CALLS.items() if call in wanted})
    assert {call: len(lines) for call, lines in found.items()} == wanted, found
