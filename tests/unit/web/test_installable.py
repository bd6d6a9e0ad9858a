"""What makes the product installable: the manifest, the offline page and its service worker."""

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import ROOT
from webdev_certs.shared.content_policy import script_hashes
from webdev_certs.shared.translation import LANGUAGES, in_language
from webdev_certs.web.installable import plugin
from webdev_certs.web.installable.plugin import Installable, manifest, offline_page, service_worker


def test_each_build_has_its_own_texts_and_the_english_one_the_worker(tmp_path: Path):
    (tmp_path / "de").mkdir()
    with in_language("de"):
        Installable().post_build(static_dir=tmp_path)
    assert not (tmp_path / "sw.js").exists()
    Installable().post_build(static_dir=tmp_path)
    german = json.loads((tmp_path / "de" / "manifest.webmanifest").read_text())
    english = json.loads((tmp_path / "manifest.webmanifest").read_text())
    assert (english["start_url"], german["start_url"]) == ("/dashboard", "/de/dashboard")
    assert [entry["url"] for entry in german["shortcuts"]][-1] == "/de/verify"
    # One app, in whatever language it was installed.
    assert english["id"] == german["id"] == english["scope"]
    assert '<html lang="en">' in (tmp_path / "offline" / "index.html").read_text()
    assert '<html lang="de">' in (tmp_path / "de" / "offline" / "index.html").read_text()
    assert '["/offline/", "/de/offline/"]' in (tmp_path / "sw.js").read_text()


def test_the_icons_have_the_sizes_that_the_manifest_says():
    assert {icon["purpose"] for icon in manifest()["icons"]} == {"any", "maskable"}
    for icon in manifest()["icons"]:
        with Image.open(ROOT / "assets" / icon["src"].removeprefix("/")) as picture:
            assert icon["sizes"] == f"{picture.width}x{picture.height}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offline_page_loads_nothing(language: str):
    with in_language(language):
        page = offline_page()
    assert not any(word in page for word in ("src=", "<link", "@import", "url(", "$"))
    # One script, which the policy of the page's own document allows.
    assert len(script_hashes(page)) == 1


def test_another_offline_page_is_another_worker(monkeypatch: pytest.MonkeyPatch):
    before = service_worker()
    assert service_worker() == before
    monkeypatch.setattr(plugin, "offline_page", lambda: "another")
    assert service_worker() != before
