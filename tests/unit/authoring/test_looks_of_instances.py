"""`benchmarks/instances.py` finds planted faults in the looks of instances, and none in the built-in ones.

docs/measurement.md has the figures of 100,000 instances; this is a sample.
"""

from benchmarks.instances import Places, look
from tests.author import Tree, item_model, selection_model
from tests.built_in import built_in_bank
from webdev_certs.server.content.item_models.format import Model, model_kind

SAMPLE = 2
"""Instances of each built-in family."""
RARE = 0.001


def model(tree: Tree) -> Model:
    return model_kind(tree).model_validate(tree)


def test_built_in_instances_are_different_whole_and_their_keys_anywhere():
    models = [each for part in built_in_bank().technologies.values() for each in part.models]
    looks = look(models, SAMPLE)
    assert (looks.instances, looks.used_up) == (SAMPLE * len(models), 0)
    assert (looks.alike, looks.missing) == (0, 0)
    assert min(places.probability for places in looks.places.values()) > RARE


def test_instances_that_show_the_same_are_counted():
    one, other = (model(selection_model(id=f"rust-basics-m00{n}")) for n in (1, 2))
    assert look([one, other], 300).alike > 50


def test_texts_with_a_part_of_a_template_are_counted():
    tree = item_model(stem="What does it print{= ', {= a' if a > 20 else '' =}?")
    assert 0 < look([model(tree)], 30).missing < 30


def test_a_family_without_new_instances_is_counted():
    parameters = {name: {"kind": "int", "min": 2, "max": 6} for name in ("a", "b", "factor")}
    assert look([model(item_model(parameters=parameters))], 100).used_up == 1


def test_a_key_that_is_longer_is_seen():
    tree = selection_model()
    for statement in tree["statements"]:
        statement["text"] += " and more" * statement["holds"]
    looks = look([model(tree)], 20)
    assert (looks.longer, looks.longest) == ([1.0], [4.0])


def test_places_that_differ_are_no_chance():
    even, odd = Places([0] * 4), Places([0] * 4)
    for number in range(400):
        even.add([number % 4])
        odd.add([number % 4 if number % 5 else 0])
    assert even.probability == 1
    assert odd.probability < RARE
