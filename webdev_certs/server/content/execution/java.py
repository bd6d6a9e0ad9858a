"""Java: one source file, compiled and run by the JDK's launcher."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from webdev_certs.server.content.execution.composing import Program
from webdev_certs.server.content.execution.processes import run_each, run_process
from webdev_certs.server.content.execution.runtimes import MissingRuntime, Output

OLDEST = 21
JDKS = Path("/usr/lib/jvm")
_MAJOR = re.compile(r'^JAVA_VERSION="(\d+)', re.MULTILINE)
_OPTIONS = ("-Duser.language=en", "-Duser.country=US", "-Dstdout.encoding=UTF-8", "-XX:TieredStopAtLevel=1")


class Java:
    """Runs each program as `java Main.java` in an empty folder."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        java = str(find_jdk() / "bin" / "java")
        return run_each(programs, lambda program: _run(java, program))


def _run(java: str, program: Program) -> Output:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Main.java").write_text(program.text, "utf-8")
        return run_process([java, *_OPTIONS, "Main.java"], Path(folder), program.item_id)


@cache
def find_jdk() -> Path:
    """Find the home of a JDK that is new enough: `JAVA_HOME`, the one on PATH, or the newest in /usr/lib/jvm.

    Raises:
        MissingRuntime: there is none.
    """
    for home in _candidates():
        if _major(home) >= OLDEST and (home / "bin" / "javac").exists():
            return home
    raise MissingRuntime(f"no JDK {OLDEST} or newer is installed; JAVA_HOME may name one")


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("JAVA_HOME"):
        yield Path(named)
    if on_path := shutil.which("java"):
        yield Path(on_path).resolve().parents[1]
    if JDKS.is_dir():
        yield from sorted(JDKS.iterdir(), key=_major, reverse=True)


def _major(home: Path) -> int:
    """The major version that the file `release` of a JDK states; 0 if there is none."""
    try:
        found = _MAJOR.search((home / "release").read_text("utf-8"))
    except OSError:
        return 0
    return int(found[1]) if found else 0
