"""Corrections that are refused."""

import httpx
import pytest

from tests.api.accounts.test_auth import stored
from tests.api.items.rekeying import rekey
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import (
    ItemCorrection,
)
from webdev_certs.server.services.items.corrections import CorrectionFault


@pytest.mark.parametrize(
    ("item_id", "keys", "words"),
    [
        ("react-basics-001", ["z"], "key"),
        ("react-basics-001", ["{unclosed"], "no YAML"),
        ("react-basics-999", ["a"], "The database has no version 1 of react-basics-999."),
        ("react-basics-106", ["a"], "react-basics-106 is a practice item"),
        ("react-basics-m001", ["a"], "The database has no version 1"),
    ],
)
@pytest.mark.one_database
async def test_a_key_that_does_not_fit_the_item_is_refused(
    api: httpx.AsyncClient, resources: Resources, item_id: str, keys: list[str], words: str
):
    with pytest.raises(CorrectionFault, match=words):
        await rekey(resources, item_id, *keys)
    assert await stored(resources, ItemCorrection) == []
