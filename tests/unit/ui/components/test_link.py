"""Links that open a new tab say so."""

from tests.unit.ui.rendered import rendered_pages
from webdev_certs.ui.components import link, link_button

_HINT = "(opens in a new tab)"


def test_a_link_that_opens_a_new_tab_says_so():
    for render in (link, link_button):
        there = str(render("React", "https://react.dev/", new_tab=True))
        assert ('target:"_blank"' in there, 'rel:"noopener"' in there, _HINT in there) == (True, True, True)
        here = str(render("Support", "/support"))
        assert ("_blank" in here, _HINT in here) == (False, False)


def test_each_link_of_a_page_that_opens_a_new_tab_says_so():
    pages = rendered_pages()
    assert [path for path, page in pages.items() if page.count("_blank") != page.count(_HINT)] == []
    # Those to documentation are among them.
    assert all(
        _HINT in pages[path] for path in ("/practice-test/[technology]", "/practice-results/[result_id]")
    )
