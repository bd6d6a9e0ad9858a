"""Run the API tests of the previous release on the schema of this release: `make previous-release-test`.

During an upgrade, processes of the previous release serve on the migrated database. Its files and its virtual
environment stay in `.previous-release` for the next run.
"""

import os
import subprocess
import sys
import tomllib
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
_HERE = Path(__file__).parent
_READY = ".ready"
"""The file that is written last in the virtual environment, so an interrupted installation is repaired."""
_NO_NETWORK = ("Failed to fetch", "Failed to download", "client error (Connect)", "dns error")
"""What uv says without a network; any other failure of the installation is an error."""


def main() -> int:
    """Run pytest there with the arguments of the command, and return its exit code."""
    folder = prepare()
    if folder is None:
        return 0
    environment = os.environ | {
        "NEW_RELEASE": str(ROOT),
        "PATH": f"{folder / '.venv/bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(_HERE),
        "VIRTUAL_ENV": str(folder / ".venv"),
    }
    pytest = [folder / ".venv/bin/python", "-m", "pytest", "-p", "new_schema", *sys.argv[1:]]
    return subprocess.run(pytest, cwd=folder, env=environment).returncode


def prepare() -> Path | None:
    """Return the folder of the previous release with its virtual environment, after setting it up if needed.

    Returns:
        None, after saying why, if it is not to be had without a network.

    Raises:
        SystemExit: Its requirements cannot be installed; with the reason.
    """
    commit: str = tomllib.loads((_HERE / "release.toml").read_text())["commit"]
    folder = ROOT / ".previous-release" / commit
    if not folder.exists():
        archive = _archive(commit)
        if archive is None:
            print(f"SKIPPED: this clone lacks the previous release, {commit}, and cannot fetch it.")
            return None
        _extract(archive, folder)
    if not (folder / ".venv" / _READY).exists() and (fault := _install(folder)):
        if not any(said in fault for said in _NO_NETWORK):
            sys.exit(fault)
        print(f"SKIPPED: the previous release's requirements cannot be fetched.\n{fault}")
        return None
    return folder


def _archive(commit: str) -> bytes | None:
    """Return a commit's files as a ZIP archive; None if this clone lacks it and cannot fetch it."""
    pack = ["git", "archive", "--format=zip", commit]
    archive = subprocess.run(pack, cwd=ROOT, capture_output=True)
    if archive.returncode:
        # A shallow clone: without a prompt for a password, which nobody would answer.
        fetch = ["git", "fetch", "--quiet", "--depth=1", "origin", commit]
        subprocess.run(fetch, cwd=ROOT, env=os.environ | {"GIT_TERMINAL_PROMPT": "0"})
        archive = subprocess.run(pack, cwd=ROOT, stdout=subprocess.PIPE)
    return None if archive.returncode else archive.stdout


def _extract(archive: bytes, folder: Path) -> None:
    partial = folder.with_suffix(".partial")
    with ZipFile(BytesIO(archive)) as files:
        files.extractall(partial)
    partial.rename(folder)


def _install(folder: Path) -> str:
    """Create a virtual environment with the requirements of the previous release.

    Returns:
        Why they cannot be installed, or an empty text.
    """
    environment = folder / ".venv"
    # The same Python as this release.
    create = ["uv", "venv", "--clear", "--quiet", "--python", sys.executable, environment]
    subprocess.run(create, check=True)
    requirements = ["--require-hashes", "-r", folder / "requirements-dev.txt"]
    install = ["uv", "pip", "install", "--quiet", "--python", environment / "bin/python", *requirements]
    done = subprocess.run(install, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        return done.stderr.strip() or f"uv exited with {done.returncode}"
    (environment / _READY).touch()
    return ""


if __name__ == "__main__":
    sys.exit(main())
