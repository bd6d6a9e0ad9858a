"""`webdev-certs items stats` and `webdev-certs items release`."""

import json
from functools import partial

import pytest

from tests.author import Author, good_item
from tests.unit.cli.operated import call
from webdev_certs.server.content import bank as bank_module

items = partial(call, "items")


@pytest.fixture
def own(author: Author) -> Author:
    """The author's bank as the built-in one."""
    author.root.rename(bank_module.BUILT_IN / "moved")
    (bank_module.BUILT_IN / "moved" / "rust").rename(bank_module.BUILT_IN / "rust")
    author.items_file = bank_module.BUILT_IN / "rust" / "basics.yaml"
    return author


def test_items_are_counted_by_pool_topic_and_difficulty(author: Author):
    code = {"language": "js", "text": "1"}
    exam = (good_item(n, pool="certification", difficulty="advanced", code=code) for n in range(21, 41))
    author.write_items(*(good_item(n, pool="practice") for n in range(1, 21)), *exam)
    result = items("stats", "rust", "--bank", author.root)
    lines = [line.split() for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert ["certification", "basics", "0", "0", "20", "20"] in lines
    assert ["practice", "basics", "20", "0", "0", "20"] in lines
    assert ["practice", "all", "20", "0", "0", "20"] in lines
    assert "with code 20 (50%), executed 0 (0%)" in result.stdout
    assert "single_choice 40 (100%)" in result.stdout


def test_pretest_items_have_rows_of_their_own_if_there_are_any(author: Author):
    author.write_items(*(good_item(n, pool="pretest" if n > 38 else "certification") for n in range(1, 41)))
    lines = [line.split() for line in items("stats", "rust", "--bank", author.root).stdout.splitlines()]
    assert ["certification", "all", "38", "0", "0", "38"] in lines
    assert ["pretest", "all", "2", "0", "0", "2"] in lines


def test_a_release_notes_all_items_and_later_new_versions(own: Author):
    assert items("release").stdout == "released.json: 40 versions added\n"
    listed = json.loads((bank_module.BUILT_IN / "released.json").read_text())
    assert len(listed) == 40
    assert items("release").stdout == "released.json: 0 versions added\n"
    own.write_items(good_item(1, version=2, stem="What else?"))
    assert items("release").stdout == "released.json: 1 version added\n"


def test_a_release_refuses_a_change_without_a_new_version(own: Author):
    items("release")
    before = (bank_module.BUILT_IN / "released.json").read_text()
    own.write_items(good_item(1, stem="What else?"))
    result = items("release")
    assert result.exit_code == 1
    assert "raise the version of rust-basics-001" in result.stderr
    assert (bank_module.BUILT_IN / "released.json").read_text() == before
