"""Which JDK runs a program, and what is said when there is none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from webdev_certs.authoring.execution import MissingRuntime, java
from webdev_certs.authoring.execution.programs import Program

MODULE = "import module java.base;\n\nclass Main { public static void main(String[] args) {} }\n"
CLASSIC = 'class Main { public static void main(String[] args) { System.out.println("old"); } }\n'


@pytest.fixture
def jdks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of JDKs, and no other JDK."""
    monkeypatch.setattr(java, "JDKS", tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    java.find_jdk.cache_clear()
    yield tmp_path
    java.find_jdk.cache_clear()


def install(jdks: Path, version: int) -> Path:
    home = jdks / f"jdk-{version}"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "javac").touch()
    (home / "release").write_text(f'JAVA_VERSION="{version}.0.1"\n')
    return home


@pytest.mark.parametrize(
    ("source", "version"),
    [
        (CLASSIC, 21),
        (MODULE, 25),
        ("void main() {}", 25),
        ("static void main() {}", 25),
        ("class Main { // import module java.base;\n}", 21),
        ("import java.util.*;\nclass Main {}", 21),
    ],
)
def test_what_a_program_needs(source: str, version: int):
    assert java.needed_version(source) == version


def test_the_newest_jdk_is_found(jdks: Path):
    install(jdks, 21)
    newest = install(jdks, 25)
    assert java.find_jdk() == java.find_jdk(25) == newest


def test_an_older_jdk_runs_programs_without_module_imports(jdks: Path):
    home = install(jdks, 21)
    assert java.find_jdk() == home
    with pytest.raises(MissingRuntime) as missing:
        java.find_jdk(25)
    assert str(missing.value) == (
        "no JDK 25 or newer is installed for programs with `import module` (found: 21);"
        " JAVA_HOME may name one"
    )


def test_without_a_suitable_jdk_the_error_names_those_found(jdks: Path):
    install(jdks, 17)
    with pytest.raises(MissingRuntime, match=r"no JDK 21 or newer is installed \(found: 17\)"):
        java.find_jdk()


def test_programs_that_can_run_are_run_before_the_error(monkeypatch: pytest.MonkeyPatch):
    try:
        found = java.find_jdk()
    except MissingRuntime as none:
        pytest.skip(str(none))

    def only_old(oldest: int = java.OLDEST) -> Path:
        if oldest > java.OLDEST:
            raise MissingRuntime("no JDK 25")
        return found

    monkeypatch.setattr(java, "find_jdk", only_old)
    outputs = java.Java().run([Program("new", MODULE, "java"), Program("old", CLASSIC, "java")])
    assert next(outputs).stdout == "old\n"
    with pytest.raises(MissingRuntime, match="no JDK 25"):
        next(outputs)


def test_programs_of_a_group_share_a_process():
    try:
        java.find_jdk()
    except MissingRuntime as none:
        pytest.skip(str(none))
    programs = [
        Program("good", CLASSIC, "java", group="g"),
        Program("thrown", CLASSIC.replace("System.out.println", "throw new Error"), "java", group="g"),
        Program("wrong", "class Main {", "java", group="g"),
        Program(
            "instance",
            'void main() { System.out.println("new"); }'.replace("void", "class Main { void") + "}",
            "java",
            group="g",
        ),
    ]
    outputs = {output.item_id: output for output in java.Java().run(programs)}
    assert outputs["good"].stdout == "old\n"
    assert "old" in outputs["thrown"].failure
    assert "reached end of file" in outputs["wrong"].failure
    assert outputs["instance"].stdout == "new\n"
