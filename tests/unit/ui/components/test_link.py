"""Links that open a new tab say so."""

import pytest

from webdev_certs.ui.components import link, link_button
from webdev_certs.ui.pages.routes import ROUTES, Route

_HINT = "(opens in a new tab)"


def test_a_link_that_opens_a_new_tab_says_so():
    for render in (link, link_button):
        there = str(render("React", "https://react.dev/", new_tab=True))
        assert ('target:"_blank"' in there, 'rel:"noopener"' in there, _HINT in there) == (True, True, True)
        here = str(render("Support", "/support"))
        assert ("_blank" in here, _HINT in here) == (False, False)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_each_link_of_a_page_that_opens_a_new_tab_says_so(route: Route):
    page = str(route.component())
    assert page.count("_blank") == page.count(_HINT)


def test_links_to_documentation_open_a_new_tab():
    pages = {route.path: str(route.component()) for route in ROUTES}
    for path in ("/practice-test/[technology]", "/practice-results/[result_id]"):
        assert _HINT in pages[path]
