"""`webdev-certs items stats` and `webdev-certs items release`."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from tests.author import Author, good_item
from webdev_certs.cli.main import cli
from webdev_certs.server.content import bank as bank_module


def items(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["items", *map(str, arguments)])


@pytest.fixture
def own(author: Author) -> Author:
    """The author's bank as the built-in one."""
    author.root.rename(bank_module.BUILT_IN / "moved")
    (bank_module.BUILT_IN / "moved" / "rust").rename(bank_module.BUILT_IN / "rust")
    author.items_file = bank_module.BUILT_IN / "rust" / "basics.yaml"
    return author


def test_items_are_counted_by_pool_topic_and_difficulty(author: Author):
    code = {"language": "js", "text": "1"}
    exam = [
        good_item(number, pool="certification", difficulty="advanced", code=code) for number in range(21, 41)
    ]
    author.items_file.write_text(
        yaml.safe_dump([*(good_item(number, pool="practice") for number in range(1, 21)), *exam])
    )
    result = items("stats", "rust", "--bank", author.root)
    lines = [line.split() for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert ["certification", "basics", "0", "0", "20", "20"] in lines
    assert ["practice", "basics", "20", "0", "0", "20"] in lines
    assert ["practice", "all", "20", "0", "0", "20"] in lines
    assert "with code 20 (50%), executed 0 (0%)" in result.stdout
    assert "single_choice 40 (100%)" in result.stdout


def test_pretest_items_have_rows_of_their_own_if_there_are_any(author: Author):
    trees = [good_item(number, pool="pretest" if number > 38 else "certification") for number in range(1, 41)]
    author.items_file.write_text(yaml.safe_dump(trees))
    lines = [line.split() for line in items("stats", "rust", "--bank", author.root).stdout.splitlines()]
    assert ["certification", "all", "38", "0", "0", "38"] in lines
    assert ["pretest", "all", "2", "0", "0", "2"] in lines


def test_an_unknown_technology_is_refused(author: Author):
    assert items("stats", "cobol", "--bank", author.root).exit_code == 2


def test_a_release_notes_all_items_and_later_new_versions(own: Author):
    assert items("release").stdout == "released.json: 40 versions added\n"
    listed = json.loads((bank_module.BUILT_IN / "released.json").read_text())
    assert len(listed) == 40
    assert items("release").stdout == "released.json: 0 versions added\n"
    trees = [good_item(1, version=2, stem="What else?"), *map(good_item, range(2, 41))]
    own.items_file.write_text(yaml.safe_dump(trees))
    assert items("release").stdout == "released.json: 1 version added\n"


def test_a_release_refuses_a_change_without_a_new_version(own: Author):
    items("release")
    before = (bank_module.BUILT_IN / "released.json").read_text()
    own.items_file.write_text(
        yaml.safe_dump([good_item(1, stem="What else?"), *map(good_item, range(2, 41))])
    )
    result = items("release")
    assert result.exit_code == 1
    assert "raise the version of rust-basics-001" in result.stderr
    assert (bank_module.BUILT_IN / "released.json").read_text() == before
