"""The operator's country decides which pages the law asks for."""

import pytest


@pytest.mark.parametrize("written", ["DE", "de", "Germany", "Deutschland", " germany "])
def test_a_country_is_read_by_its_code_or_name(read, written: str):
    assert read(OPERATOR__COUNTRY=written).operator.country == "DE"


def test_what_is_no_country_stays_as_it_is(read):
    assert read(OPERATOR__COUNTRY="England and Wales").operator.country == "England and Wales"


GERMAN = {
    "OPERATOR__COUNTRY": "DE",
    "OPERATOR__NAME": "Beispiel GmbH",
    "OPERATOR__ADDRESS": "Musterstraße 1, 10115 Berlin",
    "OPERATOR__EMAIL": "post@beispiel.example",
}


def test_german_operators_have_an_imprint_only_if_it_is_complete(read):
    complete = read(**GERMAN).operator
    assert (complete.has_consumer_pages, complete.missing) == (True, [])
    incomplete = read(**GERMAN | {"OPERATOR__ADDRESS": "", "OPERATOR__EMAIL": ""}).operator
    assert incomplete.needs_consumer_pages
    assert not incomplete.has_consumer_pages
    assert incomplete.missing == ["OPERATOR__ADDRESS", "OPERATOR__EMAIL"]
    french = read(**GERMAN | {"OPERATOR__COUNTRY": "France", "OPERATOR__ADDRESS": ""}).operator
    assert (french.has_consumer_pages, french.missing) == (False, [])
