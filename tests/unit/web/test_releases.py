"""Each build of the pages is served from its own folder, with the scripts that open tabs still ask for."""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT
from webdev_certs.ui.pages.public.product_pictures import FILE
from webdev_certs.web.releases import KEPT_SECONDS, Releases, fingerprint

DAY = 24 * 3600
START = 1_795_000_000.0


@pytest.fixture
def releases(tmp_path: Path) -> Releases:
    return Releases(tmp_path / "pages")


def build(folder: Path, *assets: str) -> Path:
    """Write what Reflex writes: a page with these scripts."""
    client = folder / "build" / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text(" ".join(assets))
    for name in assets:
        (client / "assets" / name).write_text(f"from {folder.name}")
    (folder / "backend").mkdir()
    (folder / "backend" / "stateful_pages.json").write_text("[]")
    (folder / "routes.json").write_text("[]")
    (folder / "node_modules").mkdir()
    return folder


def add(releases: Releases, folder: Path, *assets: str, now: float = START) -> Path:
    built = build(folder, *assets)
    return releases.add(built, fingerprint=folder.name * 12, origin="https://certs.example", now=now)


def scripts(release: Path) -> set[str]:
    return {file.name for file in (release / "build" / "client" / "assets").iterdir()}


def test_a_release_has_what_is_served(releases: Releases, tmp_path: Path):
    assert (releases.current(), releases.record()) == (None, {})
    release = add(releases, tmp_path / "a", "app-1.js")
    assert releases.current() == release
    assert (release / "build" / "client" / "index.html").read_text() == "app-1.js"
    assert (release / "backend" / "stateful_pages.json").exists()
    assert (release / "routes.json").exists()
    assert not (release / "node_modules").exists()
    assert releases.record()["origin"] == "https://certs.example"


def test_a_new_release_changes_nothing_of_the_one_being_served(releases: Releases, tmp_path: Path):
    served = add(releases, tmp_path / "a", "app-1.js")
    before = {file: file.read_bytes() for file in served.rglob("*") if file.is_file()}
    latest = add(releases, tmp_path / "b", "app-2.js", now=START + DAY)
    assert releases.current() == latest != served
    assert {file: file.read_bytes() for file in served.rglob("*") if file.is_file()} == before


def test_scripts_of_earlier_releases_stay_for_a_week_after_the_next(releases: Releases, tmp_path: Path):
    # The first release is latest for a month, and its scripts stay for a week from then on.
    month = START + 30 * DAY
    add(releases, tmp_path / "a", "app-1.js", "same-0.js")
    assert scripts(add(releases, tmp_path / "b", "app-2.js", "same-0.js", now=month)) == {
        "app-1.js",
        "app-2.js",
        "same-0.js",
    }
    third = add(releases, tmp_path / "c", "app-3.js", now=month + KEPT_SECONDS - 1)
    assert scripts(third) == {"app-1.js", "app-2.js", "app-3.js", "same-0.js"}
    fourth = add(releases, tmp_path / "d", "app-4.js", now=month + KEPT_SECONDS)
    assert scripts(fourth) == {"app-2.js", "app-3.js", "app-4.js", "same-0.js"}


def test_scripts_of_each_language_stay(releases: Releases, tmp_path: Path):
    for name, now in (("a", START), ("b", START + DAY)):
        built = build(tmp_path / name, f"app-{name}.js")
        german = built / "build" / "client" / "de" / "assets"
        german.mkdir(parents=True)
        (german / f"german-{name}.js").write_text("")
        release = releases.add(built, fingerprint=name * 12, origin="https://certs.example", now=now)
    assert scripts(release) == {"app-a.js", "app-b.js"}
    assert {file.name for file in (release / "build/client/de/assets").iterdir()} == {
        "german-a.js",
        "german-b.js",
    }


def test_scripts_of_a_release_from_before_there_were_languages_stay(releases: Releases, tmp_path: Path):
    first = add(releases, tmp_path / "a", "app-1.js")
    record = json.loads((first / "release.json").read_text())
    (first / "release.json").write_text(json.dumps(record | {"assets": ["app-1.js"]}))
    second = add(releases, tmp_path / "b", "app-2.js", now=START + DAY)
    assert scripts(second) == {"app-1.js", "app-2.js"}


def test_old_releases_are_deleted(releases: Releases, tmp_path: Path):
    first = add(releases, tmp_path / "a", "app-1.js")
    second = add(releases, tmp_path / "b", "app-2.js", now=START + DAY)
    third = add(releases, tmp_path / "c", "app-3.js", now=START + 9 * DAY)
    assert [release.exists() for release in (first, second, third)] == [False, True, True]


def test_a_build_that_failed_half_way_is_removed(releases: Releases, tmp_path: Path):
    release = add(releases, tmp_path / "a", "app-1.js")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError):
        releases.add(tmp_path / "empty", fingerprint="e" * 12, origin="", now=START + DAY)
    assert releases.current() == release
    latest = add(releases, tmp_path / "b", "app-2.js", now=START + DAY)
    assert {entry.name for entry in (tmp_path / "pages").iterdir()} == {"current", release.name, latest.name}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("rxconfig.py", "assets/tokens.css", "webdev_certs/ui/a.py", "webdev_certs/server/b.py"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "is_in_pages"),
    [
        ("rxconfig.py", True),
        ("assets/tokens.css", True),
        ("webdev_certs/ui/new.js", True),
        ("webdev_certs/texts/de/terms.md", True),
        ("webdev_certs/server/content/questions/react/blueprint.yaml", True),
        # The question that the home page shows
        (str(FILE.relative_to(ROOT)), True),
        ("webdev_certs/server/b.py", False),
        ("webdev_certs/server/content/questions/react/hooks.yaml", False),
        ("webdev_certs/texts/de/mails/confirm_email.md", False),
        ("webdev_certs/ui/__pycache__/a.pyc", False),
        ("README.md", False),
        ("data.db", False),
    ],
)
def test_only_what_is_in_pages_builds_them_again(project: Path, name: str, is_in_pages: bool):
    before = fingerprint(project, {})
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_text("changed")
    assert (fingerprint(project, {}) != before) is is_in_pages
