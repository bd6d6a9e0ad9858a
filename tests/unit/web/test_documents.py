"""Finding the document of a path, and building the documents."""

from pathlib import Path
from typing import Any

import pytest

from webdev_certs.shared.content_policy import script_hashes
from webdev_certs.web.build_plugins import PaintFirst, PrerenderEveryRoute
from webdev_certs.web.front_door import document_finder

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


def painted_first(folder: Path, html: str) -> str:
    page = folder / "about" / "index.html"
    page.parent.mkdir()
    page.write_text(html)
    PaintFirst().post_build(static_dir=folder)
    return page.read_text()


def test_the_scripts_of_a_document_wait_for_its_first_frame(tmp_path: Path):
    html = painted_first(
        tmp_path,
        '<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>'
        '<script>first()</script><script type="module" async="">import "/a.js";</script><p>',
    )
    assert html.startswith(
        '<link data-rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/>'
        '<script>first()</script><script type="text/plain" id="scripts">import "/a.js";</script><script>'
    )
    assert html.endswith("</script><p>")
    # The policy allows the script that starts the others, and these as the copy that it makes of them.
    assert len(script_hashes(html)) == 3
    assert script_hashes('<script type="module">import "/a.js";</script>')[0] in script_hashes(html)


def test_a_document_with_unknown_scripts_stops_the_build(tmp_path: Path):
    with pytest.raises(ValueError, match=r"index\.html .* cannot wait for the first frame"):
        painted_first(tmp_path, '<script type="module" defer>import "/a.js";</script>')
