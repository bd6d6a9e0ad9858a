"""Java: one source file, compiled and run by the JDK's launcher."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from webdev_certs.authoring.execution.packages import PINNED
from webdev_certs.authoring.execution.processes import Run, run_batch, run_each, run_process, shorten
from webdev_certs.authoring.execution.programs import MissingRuntime, Output, Program

OLDEST = 21
WITH_MODULE_IMPORTS = 25
"""The first JDK that compiles `import module` and a `main` method outside of a class (JEP 511 and 512)."""
JDKS = Path("/usr/lib/jvm")
_MAJOR = re.compile(r'^JAVA_VERSION="(\d+)', re.MULTILINE)
_OF_25 = re.compile(r"^\s*(?:import\s+module\s|(?:static\s+)?void\s+main\s*\()", re.MULTILINE)
_OPTIONS = ("-Duser.language=en", "-Duser.country=US", "-Dstdout.encoding=UTF-8", "-XX:TieredStopAtLevel=1")


@dataclass(frozen=True)
class Java:
    """Runs each program as `java Main.java` in an empty folder, and those of groups in one JVM."""

    run_one: Run = run_process

    def version(self) -> str:
        return str(major_version(find_jdk()))

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        # Programs for any supported JDK come first, so they run even if a newer JDK is not installed.
        groups: dict[int, list[Program]] = {OLDEST: [], WITH_MODULE_IMPORTS: []}
        for program in programs:
            groups[needed_version(program.text)].append(program)
        for version, group in groups.items():
            if group:
                java = str(find_jdk(version) / "bin" / "java")
                yield from _run_all(java, group, self.run_one)


def needed_version(source: str) -> int:
    """Return the oldest JDK that compiles the source: `OLDEST` or `WITH_MODULE_IMPORTS`."""
    return WITH_MODULE_IMPORTS if _OF_25.search(source) else OLDEST


def _run_all(java: str, programs: Sequence[Program], run_one: Run) -> Iterator[Output]:
    alone = [program for program in programs if not program.group]
    together = [program for program in programs if program.group]
    if together:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for program in together:
                (folder / program.item_id).mkdir()
                (folder / program.item_id / "Main.java").write_text(program.text, "utf-8")
            done = run_batch([java, *_OPTIONS, str(PINNED / "RunGroup.java"), name], folder)
            for program in together:
                if done.failure:
                    # One of them hangs or ends the JVM.
                    alone.append(program)
                else:
                    yield _result(folder / program.item_id, program.item_id)
    yield from run_each(alone, lambda program: _run(java, program, run_one))


def _result(folder: Path, item_id: str) -> Output:
    failure = folder / "failure"
    if failure.exists():
        return Output(item_id, failure=shorten(failure.read_text("utf-8")))
    return Output(item_id, (folder / "stdout").read_text("utf-8"))


def _run(java: str, program: Program, run_one: Run) -> Output:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Main.java").write_text(program.text, "utf-8")
        return run_one([java, *_OPTIONS, "Main.java"], Path(folder), program.item_id)


@cache
def find_jdk(oldest: int = OLDEST) -> Path:
    """Find the home of a JDK that is new enough: `JAVA_HOME`, the one on PATH, or the newest in /usr/lib/jvm.

    Raises:
        MissingRuntime: There is none; says which versions were found.
    """
    found = list(_candidates())
    for home in found:
        if major_version(home) >= oldest and (home / "bin" / "javac").exists():
            return home
    reason = " for programs with `import module`" if oldest == WITH_MODULE_IMPORTS else ""
    versions = sorted({major_version(home) for home in found} - {0})
    there = f" (found: {', '.join(map(str, versions))})" if versions else ""
    raise MissingRuntime(f"no JDK {oldest} or newer is installed{reason}{there}; JAVA_HOME may name one")


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("JAVA_HOME"):
        yield Path(named)
    if on_path := shutil.which("java"):
        yield Path(on_path).resolve().parents[1]
    if JDKS.is_dir():
        yield from sorted(JDKS.iterdir(), key=major_version, reverse=True)


def major_version(home: Path) -> int:
    """Return the major version that the file `release` of a JDK states; 0 if there is none."""
    try:
        found = _MAJOR.search((home / "release").read_text("utf-8"))
    except OSError:
        return 0
    return int(found[1]) if found else 0
