"""Documents that would keep the algorithm busy, or that have no canonical form, are refused."""

from typing import Any

import pytest

from tests.unit.server.gateways.test_data_integrity import badge
from webdev_certs.server.domain.open_badges import CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT
from webdev_certs.server.gateways.json_ld import Canonicalizer, UnsafeDocument

OWN = [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT]


def profiles(count: int, **more: Any) -> dict[str, Any]:
    """Return a badge with `count` further profiles, each with the same members."""
    others = [{"id": f"https://other.example/{number}", **more} for number in range(count)]
    document = badge()
    document["credentialSubject"]["achievement"]["creator"] = others
    return document


def test_a_context_may_be_in_a_list_once():
    with pytest.raises(UnsafeDocument, match="twice"):
        Canonicalizer().canonicalize({**badge(), "@context": [*OWN, CREDENTIALS_CONTEXT]})


def test_the_contexts_of_the_whole_document_are_counted():
    within = profiles(14, **{"@context": CREDENTIALS_CONTEXT})
    assert "https://other.example/13" in Canonicalizer().canonicalize(within)
    with pytest.raises(UnsafeDocument, match="contexts"):
        Canonicalizer().canonicalize(profiles(15, **{"@context": CREDENTIALS_CONTEXT}))
    with pytest.raises(UnsafeDocument, match="contexts"):
        Canonicalizer().canonicalize(profiles(8, **{"@context": OWN}))


def test_the_values_of_the_whole_document_are_counted():
    with pytest.raises(UnsafeDocument, match="values"):
        Canonicalizer().canonicalize(profiles(1000, name="Other"))


@pytest.mark.parametrize("value", ["\ud800", 10**400], ids=["surrogate", "huge"])
def test_what_has_no_canonical_form_is_refused(value: object):
    with pytest.raises(UnsafeDocument):
        Canonicalizer().canonicalize({**badge(), "name": value})


@pytest.mark.parametrize("value", [None, True, 5, 10**21, 1.5], ids=repr)
def test_no_other_fault_leaves_the_gateway(value: object):
    try:
        Canonicalizer().canonicalize({**badge(), "name": value})
    except UnsafeDocument:
        return
