"""What is free, what is paid for and the rules of paying are said in the same words everywhere."""

from collections.abc import Callable

import pytest

from webdev_certs.ui.pages.page_texts import CANCELING, FINAL_PRICE, FREE, PAID, REFUNDS, page_text
from webdev_certs.ui.pages.payments.billing import billing
from webdev_certs.ui.pages.payments.payment import payment
from webdev_certs.ui.pages.practice.practice import practice
from webdev_certs.ui.pages.public.home import home
from webdev_certs.ui.pages.public.info import info
from webdev_certs.ui.pages.public.support import support

_PAGES: dict[str, Callable[[], object]] = {
    "home": home,
    "payment": payment,
    "practice": practice,
    "billing": billing,
    "support": support,
    "terms": lambda: info(page_text("terms")),
}
_SAYS = {
    "home": (*FREE, *PAID, CANCELING, FINAL_PRICE),
    "payment": (*PAID, CANCELING, REFUNDS, FINAL_PRICE, "/support#payments", "/terms"),
    "practice": PAID,
    "billing": (*PAID, "You won’t be charged real money."),
    "support": (*PAID, REFUNDS, FINAL_PRICE),
    "terms": (CANCELING, REFUNDS, FINAL_PRICE, "/support#payments"),
}


@pytest.mark.parametrize("page", _PAGES)
def test_every_page_about_prices_uses_the_same_words(page: str):
    built = _words(_PAGES[page]())
    assert [text for text in _SAYS[page] if text not in built] == []


def _words(page: object) -> str:
    # Scripts escape typographic apostrophes and spaces that do not break, once or twice.
    words = str(page)
    for code, character in (("u2019", "’"), ("u00a0", "\N{NO-BREAK SPACE}"), ("xa0", "\N{NO-BREAK SPACE}")):
        words = words.replace(f"\\\\{code}", character).replace(f"\\{code}", character)
    return words
