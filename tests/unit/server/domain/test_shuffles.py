"""The order of options, lines and matches."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.shuffles import shuffle_matches, shuffle_options

ids = st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=2, max_size=8, unique=True)


@given(ids, st.integers())
def test_shuffles_are_permutations(options, seed):
    assert sorted(shuffle_options("single_choice", options, options[:1], Random(seed))) == sorted(options)
    assert sorted(shuffle_matches(options, Random(seed))) == sorted(options)


@given(ids, st.integers())
def test_lines_never_come_in_the_correct_order(key, seed):
    order = shuffle_options("order_lines", sorted(key), tuple(key), Random(seed))
    assert sorted(order) == sorted(key)
    assert order != key


def test_true_comes_before_false():
    for seed in range(10):
        assert shuffle_options("true_false", ["false", "true"], ("true",), Random(seed)) == ["true", "false"]


def test_every_order_occurs():
    orders = {tuple(shuffle_options("output", ["a", "b", "c"], ("a",), Random(s))) for s in range(100)}
    assert len(orders) == 6
