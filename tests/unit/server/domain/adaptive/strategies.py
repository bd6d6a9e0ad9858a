"""Random items and answers."""

from hypothesis import strategies as st

from webdev_certs.server.domain.adaptive import ItemParameters, Items

THETA = st.floats(-6, 6)

two_pl = st.builds(ItemParameters, st.floats(0.2, 3), st.floats(-4, 4), st.just(0.0), st.just(1.0))
four_pl = st.builds(ItemParameters, st.floats(0.2, 3), st.floats(-4, 4), st.floats(0, 0.4), st.floats(0.9, 1))
any_item = st.one_of(two_pl, four_pl)


def answered(item: st.SearchStrategy[ItemParameters], least: int = 0):
    """Return a strategy of lists of items with answers."""
    return st.lists(st.tuples(item, st.booleans()), min_size=least, max_size=40)


def split(pairs: list[tuple[ItemParameters, bool]]) -> tuple[Items, list[bool]]:
    """Return the items and the answers of such a list."""
    return Items.of(parameters for parameters, _ in pairs), [correct for _, correct in pairs]
