"""Finding the document of a path, and building the documents."""

from pathlib import Path
from typing import Any

import pytest

from webdev_certs.web.documents import document_finder
from webdev_certs.web.prerendering import PaintFirst, PrerenderEveryRoute

VERIFY = "verify/[certificate_number]"


class _Page:
    def __init__(self, route: str) -> None:
        self.route = route


def configured(before: str) -> str:
    """Return React Router's configuration after the plugin has changed it."""
    tasks: list[Any] = []
    pages = [_Page("about"), _Page(VERIFY)]
    PrerenderEveryRoute().pre_compile(
        unevaluated_pages=pages, add_modify_task=lambda file, task: tasks.append((file, task))
    )
    ((file, task),) = tasks
    assert file == "react-router.config.js"
    return task(before)


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("/", ""),
        ("/about", "about"),
        ("/about/", "about"),
        ("/verify/WDC-1", VERIFY),
        ("/verify/", None),
        ("/verify//", None),
        ("//about", None),
        ("/about/us", None),
        ("/nowhere", None),
        ("/verify/file", "verify/file"),
        (f"/verify/{'x' * 900}", VERIFY),
        (f"/verify/{'x' * 1000}", None),
    ],
)
def test_a_path_gets_the_document_of_its_route(path: str, document: str | None):
    assert document_finder(["", "about", VERIFY, "verify/file"])(path) == document


def test_dynamic_routes_are_prerendered_too():
    assert configured('{"ssr": false, "prerender": true}') == (
        f'{{"ssr": false, "prerender": ({{ getStaticPaths }}) => [...getStaticPaths(), ...["/{VERIFY}"]]}}'
    )


def test_nothing_is_prerendered_during_development():
    assert configured('{"ssr": false}') == '{"ssr": false}'


def test_an_unknown_configuration_stops_the_build():
    with pytest.raises(ValueError, match="dynamic routes would have no document"):
        configured('{"ssr": false, "prerender": ["/"]}')


def test_scripts_are_fetched_with_low_priority(tmp_path: Path):
    page = tmp_path / "about" / "index.html"
    page.parent.mkdir()
    page.write_text('<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>')
    PaintFirst().post_build(static_dir=tmp_path)
    assert page.read_text() == (
        '<link rel="modulepreload" fetchpriority="low" href="/a.js"/><link rel="stylesheet" href="/a.css"/>'
    )
