"""`webdev-certs items check`, as an author uses it."""

from pathlib import Path

import pytest
from click.testing import Result

from tests.author import Author, good_item, item
from tests.unit.cli.operated import call
from webdev_certs.authoring.checks.releases import with_released, write_released
from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content.bank import load_bank
from webdev_certs.settings import get_settings
from webdev_certs.shared.technologies import technologies


def check(*arguments: str | Path) -> Result:
    """Run `items check` without the checks that need tools, such as a JDK."""
    return call("items", "check", "--quick", *arguments)


def test_the_built_in_bank_is_in_order():
    result = check("--no-warnings", "--strict")
    assert (result.exit_code, result.stderr) == (0, "")
    names = [line.partition(":")[0] for line in result.stdout.splitlines()]
    expected = [technology.name for technology in technologies()]
    assert names[: len(expected)] == expected
    assert all(line.endswith(" items without faults") for line in result.stdout.splitlines())


def test_banks_of_ones_own_are_checked(author: Author, monkeypatch: pytest.MonkeyPatch):
    in_order = (0, "Rust: 40 items without faults\n", "")
    result = check("--no-warnings", author.root)
    assert (result.exit_code, result.stdout, result.stderr) == in_order
    monkeypatch.setenv("QUESTION_BANK_DIRS", str(author.root))
    get_settings.cache_clear()
    assert check().stdout == in_order[1]


def test_faults_are_named_and_counted(author: Author):
    author.write(item(hint="x", version=0))
    result = check("--no-warnings", author.root)
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    place = f"{author.items_file}: rust-basics-001"
    assert lines[0].startswith(f"{place}: version: ")
    assert lines[1] == f"{place}: hint: Extra inputs are not permitted"
    assert lines[2].startswith(f"{author.blueprint_file}: topic 'basics' asks for 20 certification items")
    assert lines[-1].endswith(" faults")


def test_an_enemy_that_is_not_there_is_named(author: Author):
    author.write_items(good_item(1, enemies=["rust-basics-002", "rust-basics-999"]))
    result = check("--no-warnings", author.root)
    assert "rust-basics-001: the enemy 'rust-basics-999' is not another item or item model" in result.stderr
    assert "rust-basics-002" not in result.stderr


def test_warnings_are_printed_and_fail_no_check(author: Author):
    author.write_items(good_item(1, stem="What cures a sensor1?"))
    result = check(author.root)
    assert (result.exit_code, result.stdout) == (0, "Rust: 40 items without faults\n")
    idiom = f"warning: {author.items_file}: rust-basics-001: stem says 'cures': find plainer words"
    assert idiom in result.stderr.splitlines()
    (lacking,) = (line for line in result.stderr.splitlines() if "too few questions" in line)
    place, _, lacks = lacking.partition(": has too few questions: ")
    assert place == f"warning: {author.blueprint_file}"
    assert lacks.split("; ") == [
        "the certification pool has 40 families, 80 are wanted",
        "the practice pool has 0 families, 200 are wanted",
        "0 families are intermediate, 40 are wanted",
        "0 families are advanced, 40 are wanted",
        "topic 'basics' has no certification family that is intermediate or advanced",
        "topic 'basics' has 0 practice families, 6 are wanted",
        "0 of 40 (0%) families have code, 40% are wanted",
        "0 certification families are program models, 30 are wanted",
    ]


def test_when_strict_missing_coverage_is_an_error_only_of_the_built_in_bank(
    author: Author, monkeypatch: pytest.MonkeyPatch
):
    assert check("--strict", author.root).exit_code == 0
    monkeypatch.setattr("webdev_certs.authoring.checks.TECHNOLOGIES", ("rust",))
    assert check(author.root).exit_code == 0
    result = check("--strict", "--no-warnings", author.root)
    assert result.exit_code == 1
    assert "the practice pool has 0 families, 200 are wanted" in result.stderr


def test_pretest_items_fill_neither_a_quota_nor_the_coverage(author: Author):
    author.write_items(*(good_item(n, pool="pretest" if n > 19 else "certification") for n in range(1, 41)))
    result = check(author.root)
    assert "asks for 20 certification items; the bank has 19" in result.stderr
    assert "the certification pool has 19 families, 80 are wanted" in result.stderr
    assert "the pretest pool" not in result.stderr


def test_one_technology_can_be_chosen(author: Author):
    author.write_items(good_item(1, stem="Which is NOT so?"))
    assert check("--only", "react", author.root).exit_code == 0
    result = check("--only", "rust", "--no-warnings", author.root)
    assert result.exit_code == 1
    fault = f"{author.items_file}: rust-basics-001: the stem has 'NOT' in capitals: ask for what is right"
    assert result.stderr.splitlines() == [fault, "1 fault"]


def test_a_change_of_a_released_item_is_told(author: Author):
    write_released(with_released(load_bank([author.root]), {}))
    assert check(author.root).exit_code == 0
    author.write_items(good_item(1, expected_seconds=61))
    assert "rust-basics-001: the content changed, but version 1 is released" in check(author.root).stderr


def test_code_is_not_run(author: Author):
    author.write_items(good_item(1, code={"language": "js", "text": "for (;;);"}))
    assert check(author.root).exit_code == 0


@pytest.mark.usefixtures("author")
def test_without_a_bank_nothing_is_printed():
    assert not list(bank_module.BUILT_IN.iterdir())
    assert (check().exit_code, check().output) == (0, "")
