"""`webdev-certs build` builds only what has changed, and `serve` needs a build."""

import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webdev_certs.cli.main import cli
from webdev_certs.settings import Settings, get_settings
from webdev_certs.shared.translation import LANGUAGES
from webdev_certs.web.releases import Releases

# It stands in for Reflex, whose build takes a minute: it writes the same folders.
_EXPORT = """#!/bin/sh
echo "reflex builds $PAGES_LANGUAGE"
# It fails when the slow one, if any, has started.
if test -e fail-$PAGES_LANGUAGE; then
  while ls slow-* >/dev/null 2>&1 && ! test -s slow; do sleep 0.1; done
  exit 1
fi
test ! -e slow-$PAGES_LANGUAGE || { sleep 600 & echo $! > slow; wait; }
echo built >> builds
web=$REFLEX_WEB_WORKDIR
test "$PAGES_LANGUAGE" = en && pages=$web/build/client || pages=$web/build/client/$PAGES_LANGUAGE
rm -rf $web && mkdir -p $pages/assets $web/backend
echo "page in $PAGES_LANGUAGE" > $pages/index.html
echo script > $pages/assets/app-$(wc -l < builds).js
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with one page, whose build takes no time."""
    program = tmp_path / "bin" / "reflex"
    program.parent.mkdir()
    program.write_text(_EXPORT)
    program.chmod(0o755)
    (tmp_path / "rxconfig.py").write_text("")
    monkeypatch.chdir(tmp_path)
    # `build` sets it, and other tests in this process must not find it.
    monkeypatch.setenv("BUILDING_PAGES", "false")
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def invoke(*arguments: str) -> Result:
    get_settings.cache_clear()
    return CliRunner().invoke(cli, list(arguments))


def run(*arguments: str) -> str:
    return invoke(*arguments).output


def is_running(process: Path) -> bool:
    """Return whether a process runs whose id is in a file; False without the file."""
    try:
        status = Path("/proc", process.read_text().strip(), "stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(") ")[2][0] != "Z"


def builds(project: Path) -> int:
    """Return how often all languages were built."""
    built, rest = divmod(len((project / "builds").read_text().splitlines()), len(LANGUAGES))
    assert rest == 0
    return built


def test_pages_are_built_once(project: Path):
    assert "built for" in run("build")
    assert run("build") == "The pages are up to date.\n"
    assert builds(project) == 1
    (project / "rxconfig.py").write_text("changed")
    run("build")
    assert builds(project) == 2


def test_each_language_has_its_pages_and_scripts(project: Path):
    run("build")
    served = Releases(project / ".pages").current()
    assert served
    pages = served / "build" / "client"
    assert (pages / "index.html").read_text() == "page in en\n"
    assert (pages / "de" / "index.html").read_text() == "page in de\n"
    assert (pages / "robots.txt").read_text().splitlines()[-2:] == [
        "Sitemap: http://localhost:8000/sitemap.xml",
        "Sitemap: http://localhost:8000/de/sitemap.xml",
    ]
    assert len(list((pages / "assets").iterdir())) == len(list((pages / "de" / "assets").iterdir())) == 1


def test_a_line_in_the_settings_file_that_is_not_in_the_pages_builds_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(Settings.model_config, "env_file", str(project / ".env"))
    run("build")
    (project / ".env").write_text("SMTP_PORT=2525\n")
    assert run("build") == "The pages are up to date.\n"
    assert builds(project) == 1
    (project / ".env").write_text("SMTP_PORT=2525\nRETAKE_DAYS=3\n")
    run("build")
    assert builds(project) == 2


def test_a_failed_build_changes_nothing(project: Path):
    run("build")
    served = Releases(project / ".pages").current()
    (project / "rxconfig.py").write_text("changed")
    (project / "fail-de").touch()
    assert "What is being served has not changed." in run("build")
    assert Releases(project / ".pages").current() == served


@pytest.mark.parametrize(("failed", "slow"), [("en", "de"), ("de", "en")])
def test_a_failed_build_ends_the_others_and_shows_only_its_own_output(project: Path, failed: str, slow: str):
    (project / f"fail-{failed}").touch()
    (project / f"slow-{slow}").touch()
    output = run("build")
    assert f"reflex builds {failed}" in output
    assert f"reflex builds {slow}" not in output
    assert "could not be built" in output
    deadline = time.monotonic() + 60
    while is_running(project / "slow") and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_running(project / "slow")


def test_serving_needs_a_build(project: Path):
    assert run("serve") == "Error: There are no built pages. Run `make build` first.\n"


def test_pages_are_built_without_the_secrets_of_serving(project: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ENVIRONMENT", "production")
    monkeypatch.setenv("PUBLIC_URL", "https://certs.example")
    assert "built for https://certs.example" in run("build")
    monkeypatch.delenv("BUILDING_PAGES")
    assert "SIGNING_KEY is required" in str(invoke("serve").exception)
