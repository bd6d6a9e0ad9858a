"""Random draws, which depend on the seed and on their purpose."""

from hypothesis import given, settings
from hypothesis import strategies as st

from webdev_certs.server.content.item_models.parameters import Draws

DRAWN = [25, 21, 2, 70, 67]


@settings(max_examples=30, deadline=None)
@given(seed=st.text(min_size=1, max_size=20), number=st.integers(1, 9))
def test_draws_are_determined_by_seed_and_purpose(seed: str, number: int):
    values = list(range(20))
    draws = [Draws(seed, purpose).several(values, number) for purpose in ("x", "x", "y")]
    assert draws[0] == draws[1]
    assert len(set(draws[0])) == number
    assert sorted(Draws(seed, "z").shuffled(values)) == values


def test_draws_do_not_depend_on_the_version_of_python():
    assert Draws("seed", "purpose").several(list(range(100)), 5) == DRAWN
