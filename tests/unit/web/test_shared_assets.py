"""Each process answers for the scripts of every release: a page and its scripts may come from two of them."""

import os
from pathlib import Path

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tests.unit.web.test_releases import DAY, START, add
from webdev_certs.web.releases import KEPT_SECONDS, KEPT_SHARED, Releases, SharedAssets, share

OWN = "the process's own answer"


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    """Return an old and a new release, built in one working directory."""
    releases = Releases(tmp_path / "pages")
    old = add(releases, tmp_path / "a", "app-1.js")
    return old, add(releases, tmp_path / "b", "app-2.js", now=START + DAY)


async def asked(release: Path, folder: Path, path: str) -> str:
    """Return what a process with this release answers."""
    app = SharedAssets(PlainTextResponse(OWN), release / "build" / "client", folder)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
        return (await client.get(path)).text


async def test_an_old_process_answers_scripts_of_the_new_release(both: tuple[Path, Path]):
    old, new = both
    assert await asked(old, new.parent, "/assets/app-2.js") == "from b"
    assert await asked(old, new.parent, "/assets/app-1.js") == OWN


async def test_a_new_process_answers_scripts_of_the_old_release(both: tuple[Path, Path], tmp_path: Path):
    """In images, where the new release was built without the old one."""
    old, _ = both
    alone = add(Releases(tmp_path / "image"), tmp_path / "c", "app-3.js")
    folder = tmp_path / "shared"
    share(old, folder, START)
    share(alone, folder, START + DAY)
    assert await asked(alone, folder, "/assets/app-1.js") == "from a"
    assert await asked(old, folder, "/assets/app-3.js") == "from c"


@pytest.mark.parametrize(
    "path",
    [
        *("/index.html", "/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/"),
        # Longer than a name can be, in characters and in bytes.
        *(f"/assets/{'a' * 300}", f"/assets/{'%C3%A4' * 150}"),
    ],
)
async def test_nothing_else_comes_from_other_releases(both: tuple[Path, Path], path: str):
    old, new = both
    (old / "build" / "client" / "index.html").unlink()
    assert await asked(old, new.parent, path) == OWN


def test_old_releases_leave_the_shared_folder(tmp_path: Path):
    folder, releases = tmp_path / "shared", Releases(tmp_path / "pages")
    made = [
        add(releases, tmp_path / f"r{number}", f"app-{number}.js", now=START + number)
        for number in range(KEPT_SHARED + 1)
    ]
    for number, release in enumerate(made):
        share(release, folder, START + number)
    shared = [folder / release.name for release in made]
    assert all(release.exists() for release in shared)
    os.utime(shared[0], (START, START))
    share(made[-1], folder, START + KEPT_SECONDS)
    assert [release.exists() for release in shared] == [False, True, True, True]


def test_a_release_is_shared_once(both: tuple[Path, Path], tmp_path: Path):
    for _ in range(2):
        share(both[0], tmp_path / "shared", START)
    assert [found.name for found in (tmp_path / "shared").iterdir()] == [both[0].name]


@pytest.mark.parametrize("name", ["unfinished-1", "1-a"])
def test_what_another_process_has_just_renamed_or_deleted_disturbs_nobody(
    both: tuple[Path, Path], tmp_path: Path, name: str
):
    """Several processes start at the same time: one lists a folder that is gone a moment later."""
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / name).symlink_to("gone")
    share(both[0], folder, START)
    assert (folder / both[0].name).exists()
