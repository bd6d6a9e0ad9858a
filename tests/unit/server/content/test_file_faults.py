"""Faults of a bank's files and blueprints."""

import pytest
import yaml

from tests.author import Author, Tree, item

# Faults of files


def test_an_id_is_used_once(author: Author):
    author.write(item(number=2))
    (fault,) = author.faults()
    assert fault == "rust/basics.yaml: rust-basics-002: the id is already used in rust/basics.yaml"


def test_an_id_is_used_once_in_all_files(author: Author):
    author.write()
    (author.folder / "more.yaml").write_text(yaml.safe_dump([item(number=7)]))
    (fault,) = author.faults()
    assert fault == "rust/more.yaml: rust-basics-007: the id is already used in rust/basics.yaml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"[", "is not valid YAML: "),
        (b"a: b: c", "is not valid YAML: "),
        (b"- !!python/object/apply:os.system [id]", "is not valid YAML: "),
        ("- ä".encode("latin-1"), "is not valid YAML: "),
        (b"a: 1", "must be a list of items"),
        (b"", "is empty"),
        (b"# nothing yet", "is empty"),
        (b"just text", "must be a list of items"),
    ],
)
def test_a_file_that_is_no_list_is_named(author: Author, text: bytes, message: str):
    author.write()
    (author.folder / "more.yaml").write_bytes(text)
    (fault,) = author.faults()
    assert fault.startswith(f"rust/more.yaml: {message}")


def test_a_field_that_is_written_twice_is_named(author: Author):
    author.write()
    twice = yaml.safe_dump([item(number=21)]).replace("  version: 1\n", "  version: 1\n  version: 2\n")
    (author.folder / "more.yaml").write_text(twice)
    (fault,) = author.faults()
    assert fault.startswith("rust/more.yaml: is not valid YAML: ")
    assert "version" in fault


# Blueprints


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"extra": 1}, "extra: Extra inputs are not permitted"),
        ({"title": ""}, "title: is still empty"),
        ({"cut_score": 900}, "cut_score: Input should be less than or equal to 800"),
        ({"minutes": 0}, "minutes: Input should be greater than or equal to 5"),
        ({"official_hosts": []}, "official_hosts: Tuple should have at least 1 item"),
        ({"topics": []}, "topics: Tuple should have at least 1 item"),
        ({"topics": [{"id": "basics", "title": "B", "items": 0}]}, "topics.0.items: Input should be greater"),
        ({"topics": [{"id": "basics", "title": "B", "items": 10}] * 2}, "two topics share an id"),
        (
            {"topics": [{"id": "basics", "title": "B", "items": 19}]},
            "the quotas add up to 19, not to 20–40 items",
        ),
        (
            {"topics": [{"id": "basics", "title": "B", "items": 41}]},
            "the quotas add up to 41, not to 20–40 items",
        ),
        ({"technology": "go"}, "technology 'go' is not the folder's name"),
    ],
)
def test_a_fault_of_the_blueprint_is_named(author: Author, changes: Tree, message: str):
    author.write(**changes)
    assert author.faults()[0].startswith(f"rust/blueprint.yaml: {message}")


def test_a_quota_that_cannot_be_met_is_named_in_its_own_file(author: Author):
    author.write(topics=[{"id": "basics", "title": "B", "items": 21}])
    assert author.faults() == [
        "rust/blueprint.yaml: topic 'basics' asks for 21 certification items; the bank has 20",
    ]


@pytest.mark.parametrize(
    ("text", "message"), [(None, "is missing"), ("", "is empty"), ("[", "is not valid YAML")]
)
def test_a_technology_needs_a_blueprint(author: Author, text: str | None, message: str):
    author.write()
    if text is None:
        author.blueprint_file.unlink()
    else:
        author.blueprint_file.write_text(text)
    (fault,) = author.faults()
    assert fault.startswith(f"rust/blueprint.yaml: {message}")
