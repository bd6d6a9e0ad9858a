"""`webdev-certs items new`: an item that `items check` accepts once its author has filled it in."""

from functools import partial
from typing import Any, get_args

import pytest
import yaml

from tests.author import Author, Tree, good_item
from tests.unit.cli.operated import call
from webdev_certs.authoring.checks.releases import write_released
from webdev_certs.shared.vocabulary import ItemFormat

items = partial(call, "items")


def written(author: Author) -> Tree:
    """Return the last item of the bank, which must be a list of items as before."""
    entries = yaml.safe_load(author.items_file.read_text())
    assert [entry["id"] for entry in entries[:-1]] == [f"rust-basics-{number:03}" for number in range(1, 41)]
    return entries[-1]


def fill_in(part: Any, place: str = "") -> Any:
    """Write a different text in each empty place."""
    if isinstance(part, dict):
        return {name: fill_in(value, f"{place} {name}") for name, value in part.items()}
    if isinstance(part, list):
        return [fill_in(value, f"{place} v{at}") for at, value in enumerate(part)]
    texts = {
        " stem": "What is right for axle7? Choose all that apply.",
        " reference url": "https://doc.rust-lang.org/book/",
        " code text": "console.log(1)",
    }
    return texts.get(place, f"Because of{place} it holds here") if part == "" else part


@pytest.mark.parametrize("item_format", get_args(ItemFormat))
def test_a_new_item_lacks_only_the_texts_that_are_named(author: Author, item_format: str):
    bank = str(author.root)
    made = items("new", "rust", "--format", item_format, "--pool", "certification", "--bank", bank)
    assert made.exit_code == 0, made.output
    first, second, third = made.stdout.splitlines()
    assert first == f"rust-basics-501 is written at the end of {author.items_file}"
    assert third == f"Then run `webdev-certs items check {bank} --only rust`."
    checked = items("check", "--quick", "--no-warnings", bank)
    named = second.partition(": ")[2].replace("evidence.location", "evidence.cited.location").split(", ")
    # The item's own explanation may be empty in other formats, so it is asked for when the rest is there.
    empty = [place for place in named if place != "explanation"]
    faults = [f"{author.items_file}: rust-basics-501: {place}: is still empty" for place in empty]
    assert checked.stderr.splitlines() == [*faults, f"{len(empty)} faults"]
    assert ("explanation" in named) == (item_format == "fill_in")

    entry = written(author)
    author.write_items(*map(good_item, range(1, 41)), fill_in(entry))
    checked = items("check", "--quick", "--no-warnings", bank)
    assert (checked.exit_code, checked.stdout) == (0, "Rust: 41 items without faults\n"), checked.stderr


def test_an_item_with_output_runs_as_the_others_do(author: Author):
    evidence = {"kind": "executed", "runtime": "node", "version": "24", "stdout": "1"}
    code = {"language": "ts", "text": "console.log(1)"}
    author.write_items(good_item(1, code=code, evidence=evidence))
    made = items("new", "rust", "--format", "output", "--pool", "certification", "--bank", str(author.root))
    entry = written(author)
    assert entry["code"] == {"language": "ts", "text": ""}
    assert entry["evidence"] == evidence | {"stdout": ""}
    assert "evidence.stdout" in made.stdout


def test_ids_are_not_used_again_even_of_items_that_are_gone(author: Author):
    write_released({"rust-basics-501": {"1": "x"}, "rust-basics-502": {"1": "x"}})
    for expected in ("rust-basics-503", "rust-basics-504"):
        made = items("new", "rust", "--pool", "certification", "--bank", str(author.root))
        assert made.stdout.startswith(f"{expected} is written")
        author.items_file.write_text(author.items_file.read_text().replace("stem: ''", f"stem: {expected}"))


def test_the_built_in_bank_gets_files_by_pool_and_topic(author: Author, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QUESTION_BANK_DIRS", str(author.root))
    monkeypatch.setattr("webdev_certs.authoring.skeleton.BUILT_IN", author.root)
    made = items("new", "rust", "--difficulty", "advanced")
    file = author.folder / "practice" / "basics.yaml"
    assert made.stdout.startswith(f"rust-basics-041 is written at the end of {file}\n")
    (entry,) = yaml.safe_load(file.read_text())
    assert (entry["pool"], entry["topic"], entry["difficulty"]) == ("practice", "basics", "advanced")
    assert made.stdout.endswith("Then run `webdev-certs items check --only rust`.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cobol",), "no technology is called cobol: there are rust. A new one needs a folder"),
        (("rust", "--topic", "hooks"), "no topic of rust is called hooks: basics"),
    ],
)
def test_what_does_not_exist_is_named_with_what_does(
    author: Author, arguments: tuple[str, ...], message: str
):
    result = items("new", *arguments, "--bank", str(author.root))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_a_file_that_cannot_take_an_entry_stays_as_it_is(author: Author):
    author.items_file.write_text(
        before := "  " + author.items_file.read_text().replace("\n", "\n  ").rstrip()
    )
    result = items("new", "rust", "--pool", "certification", "--bank", str(author.root))
    assert result.exit_code == 1
    assert "is not a list of items at the left margin: nothing is written." in result.stderr
    assert author.items_file.read_text() == before
