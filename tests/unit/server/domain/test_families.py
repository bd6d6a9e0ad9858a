"""Instances of item models."""

import pytest

from webdev_certs.server.domain.families import family_of, is_model


@pytest.mark.parametrize(
    ("item_id", "family"),
    [
        ("react-hooks-m001-0a1b2c3d", "react-hooks-m001"),
        ("react-hooks-001", None),
        ("react-hooks-m001", None),
        ("react-hooks-m001-0a1b2c3", None),
    ],
)
def test_the_id_of_an_instance_names_its_model(item_id: str, family: str | None):
    assert family_of(item_id) == family
    assert is_model(item_id) is (item_id == "react-hooks-m001")
