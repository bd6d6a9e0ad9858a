"""Faults of item models and their instances, planted and named by `items check`."""

from click.testing import CliRunner

from tests.author import Author, Tree, item_model
from webdev_certs.authoring.item_models.generating import generate
from webdev_certs.cli.main import cli
from webdev_certs.server.content.item_models.files import instances_file, write_instances
from webdev_certs.server.content.item_models.format import ItemModel


def check(author: Author) -> tuple[int, list[str]]:
    result = CliRunner().invoke(cli, ["items", "check", "--quick", str(author.root)])
    return result.exit_code, result.stderr.splitlines()


def publish(author: Author, tree: Tree, count: int = 30) -> None:
    """Write the model with `count` of its instances, as for a runtime other than Node."""
    (family,) = generate([ItemModel.model_validate(tree)], "any seed", count)
    assert family.message == ""
    author.write_models(tree)
    write_instances(instances_file(author.folder / "instances", tree["id"]), family.items)


def test_a_model_with_its_instances_is_in_order(author: Author):
    publish(author, item_model())
    code, lines = check(author)
    assert (code, [line for line in lines if "m001" in line]) == (0, [])


def test_too_few_instances_are_named(author: Author):
    publish(author, item_model(), 29)
    code, lines = check(author)
    assert code == 1
    assert f"{author.models_file}: rust-basics-m001: has 29 instances, at least 30 are wanted" in lines


def test_missing_instances_are_named_where_node_is_not_enough(author: Author):
    author.write_models(in_java())
    code, lines = check(author)
    assert code == 1
    assert any("rust-basics-m001: has no instances: run" in line for line in lines)


def plain() -> list[Tree]:
    return [{"misconception": str(n), "explanation": f"Because rule {n} says so."} for n in range(3)]


def in_java(**changes: object) -> Tree:
    """Return a model that needs more than Node."""
    code = {"language": "java", "text": "{= a =}{= b =}{= factor =}"}
    distractors = [{**each, "text": "1"} for each in plain()]
    return item_model(run={"runtime": "java"}, code=code, distractors=distractors, **changes)


def test_a_change_after_the_instances_were_made_is_named(author: Author):
    (family,) = generate([ItemModel.model_validate(item_model())], "webdev-certs public set 1")
    changed = item_model(code={"language": "js", "text": "console.log({= a =} - {= b =} * {= factor =}); \n"})
    author.write_models(changed)
    write_instances(instances_file(author.folder / "instances", "rust-basics-m001"), family.items)
    code, lines = check(author)
    assert code == 1
    assert any("changed after its instances were made: raise the version" in line for line in lines)


def test_instances_of_a_former_version_do_not_count(author: Author):
    publish(author, item_model(version=2))
    author.write_models(in_java(version=3))
    assert any("has no instances" in line for line in check(author)[1])


def test_a_small_space_is_a_warning(author: Author):
    parameters = {**item_model()["parameters"], "a": {"kind": "int", "min": 55, "max": 57}}
    publish(author, item_model(parameters=parameters))
    code, lines = check(author)
    assert code == 0
    assert any("rust-basics-m001: has 531 combinations of values, 1000 are wanted" in line for line in lines)


def test_a_key_that_its_form_tells_is_a_warning(author: Author):
    distractors = [{**each, "text": "{= a =}." + "0" * n} for n, each in enumerate(plain(), start=1)]
    publish(author, item_model(distractors=distractors))
    code, lines = check(author)
    assert code == 0
    assert any("the key alone is written differently in 30 of 30 instances" in line for line in lines)


def test_a_model_that_needs_only_node_is_run(author: Author):
    bad = item_model(
        code={"language": "js", "text": "throw new Error('{= a =}{= b =}{= factor =}');"},
        distractors=[{**each, "text": str(n)} for n, each in enumerate(plain())],
    )
    author.write_models(bad)
    result = CliRunner().invoke(cli, ["items", "check", str(author.root)])
    assert result.exit_code == 1
    assert f"{author.models_file}: rust-basics-m001: rust-basics-m001-" in result.stderr
    assert "Error: " in result.stderr
