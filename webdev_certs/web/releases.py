"""Releases of the built pages: each build gets a folder of its own, so it never changes what is being served.

.pages/current → 1795336754-3f9c…/      a symbolic link, replaced at once
.pages/1795336754-3f9c…/build/client/   the pages, and scripts of earlier releases
                        backend/ …      what Reflex needs to serve them
                        release.json
"""

import hashlib
import json
import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from starlette.responses import FileResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.shared.translation import LANGUAGES, SOURCE_LANGUAGE

KEPT_SECONDS = 7 * 24 * 3600
"""How long the scripts of a release stay after the next one, because tabs may still ask for them."""

KEPT_SHARED = 3
"""How many releases stay in a shared folder at least, however long ago a process with them was started."""

_SOURCES = ("rxconfig.py", "requirements.txt", "reflex.lock", "assets", "webdev_certs")
_NOT_IN_PAGES = (
    "assets/external",
    *("webdev_certs/server", "webdev_certs/sandbox", "webdev_certs/authoring", "webdev_certs/cli"),
    "webdev_certs/fonts",
    *(f"webdev_certs/texts/{language}/mails" for language in LANGUAGES),
)
_OF_THE_BANK = ("*/blueprint.yaml", "react/practice/components.yaml")
"""Files of the question bank that are in pages all the same: names, topics and objectives
(`shared/technologies.py`), and the question on the home page (`ui/pages/public/product_pictures.py`)."""
_SERVED = ("build/client", "backend")
_SERVED_FILES = ("reflex.json", "routes.json")
_PAGES = Path("build", "client")
_ASSETS = ("assets", *(f"{code}/assets" for code in LANGUAGES if code != SOURCE_LANGUAGE))
"""The folders of the scripts and styles, one for each language."""
_RECORD = "release.json"
_DAY = 24 * 3600
_LANGUAGES = "|".join(code for code in LANGUAGES if code != SOURCE_LANGUAGE)
_ASSET = re.compile(rf"/((?:(?:{_LANGUAGES})/)?(?:assets|fonts)/[\w-][\w.~-]{{,199}})", re.ASCII)
"""The path of a file with a hash in its name; it names no other folder. Looking for a file whose name is
longer than a file system allows is an error."""


def fingerprint(root: Path, settings: Mapping[str, Any]) -> str:
    """Return a hash that changes when the pages have to be built again.

    Args:
        root: The folder of the project.
        settings: The settings that the pages contain.
    """
    found = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    for file in _files(root):
        found.update(f"\0{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes())
    return found.hexdigest()


def _files(root: Path) -> Iterable[Path]:
    left_out = [root / name for name in _NOT_IN_PAGES]
    for source in _SOURCES:
        for file in sorted([root / source, *(root / source).rglob("*")]):
            is_in_pages = not any(file.is_relative_to(folder) for folder in left_out)
            if is_in_pages and file.is_file() and "__pycache__" not in file.parts:
                yield file
    bank = root / "webdev_certs" / "server" / "content" / "questions"
    for pattern in _OF_THE_BANK:
        yield from sorted(bank.glob(pattern))


class Releases:
    """The releases in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._link = folder / "current"

    def current(self) -> Path | None:
        """Return the folder of the latest release; None without one. Later releases do not change it."""
        return self._link.resolve() if self._link.exists() else None

    def record(self) -> dict[str, Any]:
        """Return the `fingerprint` and the `origin` of the latest release; empty without one."""
        current = self.current()
        return _record(current) if current else {}

    def add(self, built: Path, *, fingerprint: str, origin: str, now: float) -> Path:
        """Copy a build into a new release and make it the latest at once.

        Args:
            built: Reflex's folder with the build.
            fingerprint: What it was built from.
            origin: The origin that it was built for.
            now: Seconds since 1970.

        Returns:
            The folder of the release.
        """
        before = self.current()
        if before:
            # The time of the record says when the release was superseded.
            os.utime(before / _RECORD, (now, now))
        kept = self._remove_old(now)
        release = self._folder / f"{now:.0f}-{fingerprint[:12]}"
        unfinished = self._folder / f"unfinished-{os.getpid()}"
        for leftover in self._folder.glob("unfinished-*"):
            shutil.rmtree(leftover)
        _copy(built, unfinished)
        pages = unfinished / _PAGES
        files = (file for folder in _ASSETS for file in (pages / folder).glob("*"))
        assets = sorted(file.relative_to(pages).as_posix() for file in files)
        for older in kept:
            _add_missing(older, unfinished)
        record = {"fingerprint": fingerprint, "origin": origin, "assets": assets}
        (unfinished / _RECORD).write_text(json.dumps(record))
        shutil.rmtree(release, ignore_errors=True)
        unfinished.rename(release)
        self._switch(release)
        return release

    def _remove_old(self, now: float) -> list[Path]:
        """Delete the releases that were superseded long ago, and return the others."""
        kept: list[Path] = []
        for record in self._folder.glob(f"[0-9]*-*/{_RECORD}"):
            if record.stat().st_mtime > now - KEPT_SECONDS:
                kept.append(record.parent)
            else:
                shutil.rmtree(record.parent)
        return kept

    def _switch(self, release: Path) -> None:
        new = self._folder / f"link-{os.getpid()}"
        new.unlink(missing_ok=True)
        new.symlink_to(release.name)
        new.replace(self._link)


def share(release: Path, folder: Path, now: float) -> None:
    """Copy a release's scripts into the folder of all processes, and delete those of old releases there.

    A release stays for `KEPT_SECONDS` after the last start of a process with it, and the `KEPT_SHARED` latest
    stay in any case.

    Args:
        release: The release that this process serves.
        folder: The folder, on a disk that all processes share.
        now: Seconds since 1970.

    Raises:
        OSError: The folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / release.name
    if not target.exists():
        # Several processes may do this at once; a finished folder appears as a whole.
        unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=folder))
        unfinished.chmod(0o755)
        for name in (*_ASSETS, "fonts"):
            if (release / _PAGES / name).exists():
                shutil.copytree(release / _PAGES / name, unfinished / _PAGES / name)
        try:
            unfinished.rename(target)
        except OSError:
            shutil.rmtree(unfinished)
            if not target.exists():
                raise
    os.utime(target, (now, now))
    shared = sorted(folder.glob("[0-9]*-*"), key=_changed_at, reverse=True)
    old = [found for found in shared[KEPT_SHARED:] if _changed_at(found) <= now - KEPT_SECONDS]
    left_over = [found for found in folder.glob("unfinished-*") if _changed_at(found) < now - _DAY]
    for superfluous in (*old, *left_over):
        shutil.rmtree(superfluous, ignore_errors=True)


def _changed_at(folder: Path) -> float:
    """Return when a folder was changed; infinity if another process has just renamed or deleted it."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return math.inf


def find_asset(releases: Path, name: str) -> Path | None:
    """Return a file that any release in a folder has; None without one.

    Args:
        releases: The folder of the releases.
        name: The path of the file below the folder of the pages, such as `assets/app-1.js`.
    """
    files = (release / _PAGES / name for release in releases.glob("[0-9]*-*"))
    return next((file for file in files if file.is_file()), None)


def _copy(built: Path, release: Path) -> None:
    for name in _SERVED:
        shutil.copytree(built / name, release / name)
    for name in _SERVED_FILES:
        if (built / name).exists():
            shutil.copy2(built / name, release / name)


def _add_missing(older: Path, release: Path) -> None:
    """Add an older release's own scripts and styles, whose names contain a hash of their content."""
    for name in _record(older)["assets"]:
        # The records of earlier versions, which had one language, name no folder.
        name = name if "/" in name else f"assets/{name}"
        source, target = older / _PAGES / name, release / _PAGES / name
        if target.parent.exists() and not target.exists():
            shutil.copy2(source, target)


def _record(release: Path) -> dict[str, Any]:
    return json.loads((release / _RECORD).read_text())


class SharedAssets:
    """ASGI middleware around the app that serves the built pages."""

    def __init__(self, app: ASGIApp, pages: Path, releases: Path) -> None:
        """Wrap an app.

        Args:
            app: The app.
            pages: The folder of the pages that it serves.
            releases: The folder with the releases of all processes (`web.releases`).
        """
        self._app = app
        self._pages = pages
        self._releases = releases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = _ASSET.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if asked and scope["method"] in ("GET", "HEAD") and not (self._pages / asked[1]).exists():
            found = find_asset(self._releases, asked[1])
            if found:
                await FileResponse(found)(scope, receive, send)
                return
        await self._app(scope, receive, send)
