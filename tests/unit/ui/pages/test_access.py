"""What is free, what is paid for and the rules of paying are said in the same words everywhere."""

import pytest

from tests.unit.ui.rendered import rendered_pages
from webdev_certs.ui.pages.page_texts import CANCELING, FINAL_PRICE, FREE, PAID, REFUNDS

_SAYS = {
    "/": (*FREE, *PAID, CANCELING, FINAL_PRICE),
    "/payment": (*PAID, CANCELING, REFUNDS, FINAL_PRICE, "/support#payments", "/terms"),
    "/practice-test/[technology]": PAID,
    "/dashboard/billing": (*PAID, "You won’t be charged real money."),
    "/support": (*PAID, REFUNDS, FINAL_PRICE),
    "/terms": (CANCELING, REFUNDS, FINAL_PRICE, "/support#payments"),
}


@pytest.mark.parametrize("path", _SAYS)
def test_every_page_about_prices_uses_the_same_words(path: str):
    # Scripts escape typographic apostrophes and spaces that do not break, once or twice.
    words = rendered_pages()[path]
    for code, character in (("u2019", "’"), ("u00a0", "\N{NO-BREAK SPACE}"), ("xa0", "\N{NO-BREAK SPACE}")):
        words = words.replace(f"\\\\{code}", character).replace(f"\\{code}", character)
    assert [text for text in _SAYS[path] if text not in words] == []
