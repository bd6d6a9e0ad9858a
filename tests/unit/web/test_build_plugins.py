"""What the build plugins change: prerendered routes, first paints, shared scripts and structured data."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from reflex.config import get_config

from tests.unit.ui.rendered import rendered_pages
from webdev_certs.shared.content_policy import script_hashes
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.routes import ROUTES
from webdev_certs.ui.reflex_internals import state_kinds
from webdev_certs.web.build_plugins import (
    CONTEXT,
    BundleSharedScripts,
    PaintFirst,
    PrerenderEveryRoute,
    StructuredData,
    TakeTurns,
)

VERIFY = "verify/[certificate_number]"
ROUTER, STATE, VITE = "react-router.config.js", "utils/state.js", "vite.config.js"
_SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_DATA = {route.path: route.structured_data for route in ROUTES if route.structured_data}


def changed(file: str, before: str) -> str:
    """Return a file of the build after the plugin has changed it."""
    changes: dict[str, Callable[[str], str]] = {}
    pages = [SimpleNamespace(route=route) for route in ("about", VERIFY)]
    for plugin in (PrerenderEveryRoute(), BundleSharedScripts()):
        plugin.pre_compile(unevaluated_pages=pages, add_modify_task=changes.__setitem__)
    return changes[file](before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"ssr": false, "prerender": true}',
            '{"ssr": false, "prerender": '
            f'({{ getStaticPaths }}) => [...getStaticPaths(), ...["/{VERIFY}"]]}}',
        ),
        # During development
        ('{"ssr": false}', '{"ssr": false}'),
    ],
)
def test_dynamic_routes_are_prerendered_too(before: str, after: str):
    assert changed(ROUTER, before) == after


GROUPS = 'codeSplitting: { groups: [{ test: /env.json/, name: "env" }] }'


def test_shared_modules_are_a_group_of_their_own_and_tabs_have_only_websockets():
    after = changed(VITE, f"plugins: [reactRouter()], {GROUPS}")
    assert " ".join(after.split()).endswith(
        'codeSplitting: { groups: [ { name: "shared", minShareCount: 8 },{ test: /env.json/, name: "env" }] }'
    )
    assert re.findall(r'name: "([a-z-]+)",', after) == ["inline-styles", "only-websocket", "shared"]
    assert "},reactRouter()]" in after
    assert changed(VITE, after) == after
    assert get_config().transport == "websocket"


def test_every_style_is_plain_enough_to_be_an_attribute():
    """Emotion is left out. An attribute that Reflex does not know of an element would be a style, too."""
    properties = {"left", "width", "marginInlineStart", "fill"}
    properties |= {f"stroke{name}" for name in ("", "Width", "Linecap", "Linejoin", "Dasharray")}
    pages = rendered_pages().values()
    found = {style for page in pages for style in re.findall(r"css:\(\{(.*?)\}\)", page)}
    assert found
    plain = re.compile(r'( \["(\w+)"\] : [^{}]+?,?)+ ')
    assert not [style for style in found if not plain.fullmatch(style)]
    assert {name for style in found for name in re.findall(r'\["(\w+)"\] :', style)} <= properties


COOKIES = 'import Cookies from "universal-cookie";const cookies = new Cookies();'
NO_COOKIES = "const cookies = { get() {}, set() {}, remove() {} };"


def test_no_script_keeps_long_names_because_of_a_direct_eval():
    after = NO_COOKIES + "await globalThis.eval(`a`); b ? globalThis.eval(c) : evaluate(d);"
    assert changed(STATE, COOKIES + "await eval(`a`); b ? eval(c) : evaluate(d);") == after
    assert changed(STATE, after) == after


def test_no_state_needs_the_library_that_is_left_out():
    stored = [field for kind in state_kinds() for field in kind.get_fields().values()]
    assert any(isinstance(field.default, rx.LocalStorage) for field in stored)
    assert not any(isinstance(field.default, rx.Cookie) for field in stored)


@pytest.mark.parametrize(
    ("file", "before", "reason"),
    [
        (ROUTER, '{"ssr": false, "prerender": ["/"]}', "dynamic routes would have no document"),
        (VITE, "output: {}", "would stay in many scripts"),
        (VITE, "groups: [], groups: []", "would stay in many scripts"),
        (VITE, "groups: []", "unused transports would stay"),
        (STATE, COOKIES + "evaluate(a)", "can be shortened without this rewriting"),
        (STATE, "eval(a); cookies()", "the library would stay in it"),
    ],
)
def test_a_file_that_reflex_writes_in_an_unknown_way_stops_the_build(file: str, before: str, reason: str):
    with pytest.raises(ValueError, match=reason):
        changed(file, before)


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


def built(folder: Path, data: dict[str, Any]) -> None:
    """Build a document for each route, with its data."""
    pages = [SimpleNamespace(route=route, context={CONTEXT: found}) for route, found in data.items()]
    for page in pages:
        place = folder / ("" if page.route == "index" else page.route)
        place.mkdir(parents=True, exist_ok=True)
        (place / "index.html").write_text("<html><head><title>A</title></head><body></body></html>")
    plugin = StructuredData()
    plugin.pre_compile(unevaluated_pages=pages)
    plugin.post_build(static_dir=folder)


def read(document: Path) -> list[Any]:
    return [json.loads(found) for found in _SCRIPT.findall(document.read_text())]


def nodes(path: str, kind: str) -> list[Any]:
    data = _DATA[path]
    assert data is not None
    return [node for node in data["@graph"] if node["@type"] == kind]


def test_the_data_is_written_into_the_head(tmp_path: Path):
    data = {"index": {"name": "Home"}, "certifications/react": {"name": "React"}, "about": None}
    built(tmp_path, data)
    assert read(tmp_path / "index.html") == [{"name": "Home"}]
    assert read(tmp_path / "certifications/react/index.html") == [{"name": "React"}]
    assert read(tmp_path / "about/index.html") == []
    head, body = (tmp_path / "index.html").read_text().split("</head>")
    assert _SCRIPT.search(head)
    assert not _SCRIPT.search(body)


def test_no_text_ends_the_script(tmp_path: Path):
    data = {"name": "</script><script>alert(1)</script> “ß” <!--"}
    built(tmp_path, {"index": data})
    assert read(tmp_path / "index.html") == [data]
    assert (tmp_path / "index.html").read_text().count("<script") == 1


def test_home_and_every_certification_have_data():
    assert set(_DATA) == {"/", *(offer.path for offer in OFFERS)}
    [organization] = nodes("/", "Organization")
    assert organization["name"] == "WebDev Certs"
    assert organization["url"].startswith("http")


@pytest.mark.parametrize("path", _DATA)
def test_questions_and_answers_are_those_of_the_page(path: str):
    [page] = nodes(path, "FAQPage")
    assert len({question["name"] for question in page["mainEntity"]}) == len(page["mainEntity"]) >= 4
    for question in page["mainEntity"]:
        assert question["@type"] == "Question"
        assert question["name"].endswith("?")
        assert len(question["acceptedAnswer"]["text"]) > 20


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_a_certification_describes_its_credential(offer: Any):
    [credential] = nodes(offer.path, "EducationalOccupationalCredential")
    assert (credential["name"], credential["offers"]["price"]) == (offer.title, 0)
    assert [term["name"] for term in credential["competencyRequired"]] == [
        topic.title for topic in offer.topics
    ]
    assert credential["url"].endswith(f"/certifications/{offer.id}")


def test_npm_packages_are_installed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The second build links those of the first, with Reflex's note of what is installed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reflex.lock").mkdir()
    package = Path("node_modules", "react", "index.js")
    note = "reflex.install_frontend_packages.cached"
    for name in (package, "package.json", "package-lock.json", note):
        file = tmp_path / ".web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"installed {name}")
    (tmp_path / ".web-de" / "node_modules" / "unfinished").mkdir(parents=True)
    monkeypatch.setenv("REFLEX_WEB_WORKDIR", ".web-de")
    turns = TakeTurns()
    turns.register_route()
    turns.get_frontend_development_dependencies()
    turns.get_static_assets()
    linked = tmp_path / ".web-de"
    assert (linked / package).samefile(tmp_path / ".web" / package)
    assert not (linked / "node_modules" / "unfinished").exists()
    assert (linked / note).read_text() == f"installed {note}"
