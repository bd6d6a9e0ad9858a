"""Other people's packages for verifying credentials, installed into the user's cache at pinned versions."""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from tests.contract.programs import CACHE, Unavailable, program_environment
from tests.locks import locked

_HERE = Path(__file__).parent
_SOURCES = "openbadgeslib==4.6.3"
_SOURCES_HASH = "aec21bf41b223ae3fcd196aa92972e3d3a6b12048f4929b2ceedd5fc54ea1eaf"
_INSTALL_SECONDS = 600


def npm_folder() -> Path:
    """Return the folder with the npm packages of `package-lock.json` here.

    Raises:
        Unavailable: The packages could not be installed.
    """
    lock = (_HERE / "package-lock.json").read_bytes()
    folder = CACHE / "npm" / f"verifiers-{hashlib.sha256(lock).hexdigest()[:12]}"
    with locked(folder):
        if not (folder / "node_modules").exists():
            with tempfile.TemporaryDirectory(dir=folder.parent) as draft:
                for name in ("package.json", "package-lock.json"):
                    (Path(draft) / name).write_bytes((_HERE / name).read_bytes())
                _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], Path(draft))
                folder.mkdir(exist_ok=True)
                (Path(draft) / "node_modules").rename(folder / "node_modules")
    return folder


def published_data() -> Path:
    """Return the W3C's test vectors and 1EdTech's JSON schemas, as the source of openbadgeslib has them.

    Raises:
        Unavailable: The packages could not be downloaded.
    """
    folder = CACHE / "pypi" / _SOURCES
    with locked(folder):
        if not (folder / "fixtures").exists():
            with tempfile.TemporaryDirectory(dir=folder.parent) as name:
                draft = Path(name)
                requirement = draft / "requirements.txt"
                requirement.write_text(f"{_SOURCES} --hash=sha256:{_SOURCES_HASH}")
                command = ["download", "--no-deps", "--no-binary=openbadgeslib", "--require-hashes"]
                pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", *command]
                _run([*pip, "--requirement", str(requirement)], draft)
                (archive,) = draft.glob("*.tar.gz")
                with tarfile.open(archive) as files:
                    # Python 3.11.3 and earlier have no filters; the hash says what is in the archive.
                    files.extraction_filter = getattr(tarfile, "data_filter", None)
                    files.extractall(draft)
                folder.mkdir(exist_ok=True)
                (fixtures,) = draft.glob("*/tests/fixtures")
                fixtures.rename(folder / "fixtures")
    return folder / "fixtures"


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=program_environment(),
        capture_output=True,
        text=True,
        timeout=_INSTALL_SECONDS,
    )
    if done.returncode:
        raise Unavailable(f"{command[0]} failed: {done.stderr.strip()[-300:]}")
