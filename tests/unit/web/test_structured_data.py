"""Structured data in the documents of the pages."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.routes import ROUTES
from webdev_certs.web.build_plugins import CONTEXT, StructuredData

_SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)
_DATA = {route.path: route.structured_data for route in ROUTES if route.structured_data}


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


@pytest.mark.parametrize("path", _DATA)
def test_questions_and_answers_are_those_of_the_page(path: str):
    [page] = nodes(path, "FAQPage")
    assert len({question["name"] for question in page["mainEntity"]}) == len(page["mainEntity"]) >= 6
    for question in page["mainEntity"]:
        assert question["@type"] == "Question"
        assert question["name"].endswith("?")
        assert len(question["acceptedAnswer"]["text"]) > 20


def test_home_names_the_organization():
    [organization] = nodes("/", "Organization")
    assert organization["name"] == "WebDev Certs"
    assert organization["url"].startswith("http")


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_a_certification_describes_its_credential(offer: Any):
    [credential] = nodes(offer.path, "EducationalOccupationalCredential")
    assert (credential["name"], credential["offers"]["price"]) == (offer.title, 0)
    assert [term["name"] for term in credential["competencyRequired"]] == [
        topic.title for topic in offer.topics
    ]
    assert credential["url"].endswith(f"/certifications/{offer.id}")
