"""Certificate numbers: their form and their check character."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.certificate_numbers import (
    ALPHABET,
    CODES,
    OTHER_CODE,
    check_character,
    new_number,
    parse_number,
    specimen_number,
)
from webdev_certs.server.domain.errors import InvalidInput

FORM = re.compile(
    rf"WDC-({'|'.join([*CODES.values(), OTHER_CODE])})-[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}-[{ALPHABET}]"
)
TYPED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
FAULTS = ("certificate_mistyped", "certificate_too_short")
LOOKALIKES = str.maketrans("OIL", "011")

numbers = st.builds(
    lambda technology, seed: new_number(technology, random.Random(seed)),
    st.sampled_from([*CODES, "cobol"]),
    st.integers(),
)


def fault_of(text: str) -> str:
    """Return the code of the refusal of a text; empty for a number."""
    try:
        parse_number(text)
    except InvalidInput as refusal:
        return refusal.code
    return ""


def is_mistyped(text: str) -> bool:
    return fault_of(text) == "certificate_mistyped"


def test_the_check_character_follows_iso_7064():
    # python-stdnum's example for MOD 37-2, a blood donation number (ISBT 128).
    assert check_character("G123489654321") == "Y"


@given(numbers)
def test_new_numbers_are_canonical(number):
    assert FORM.fullmatch(number)
    assert parse_number(number) == number


def test_technologies_have_their_codes():
    codes = [new_number(t, random.Random(1))[4:6] for t in ("react", "angular", "vue", "csharp", "java")]
    assert codes == ["RE", "AN", "VU", "CS", "JA"]


@given(numbers, st.data())
def test_spelling_does_not_matter(number, data):
    def retype(character: str, place: int) -> str:
        same = {character, character.lower()}
        if character == "-":
            same = {"-", "", " ", "–", " - "}
        elif place >= 6:
            same |= {"0": {"O", "o"}, "1": {"I", "l", "L"}}.get(character, set())
        return data.draw(st.sampled_from(sorted(same)))

    assert parse_number("".join(retype(c, place) for place, c in enumerate(number))) == number
    assert parse_number(f" {number}\n") == number


@given(st.text())
def test_any_text_is_a_number_or_mistyped(text):
    assert fault_of(text) in FAULTS or FORM.fullmatch(parse_number(text))


@given(numbers, st.data())
def test_a_number_without_its_end_is_too_short(number, data):
    """Not mistyped: no character is wrong."""
    length = data.draw(st.integers(len("WDC-R"), len(number) - 1))
    assert fault_of(number[:length]) == "certificate_too_short"
    assert fault_of("wdc-re-302p") == "certificate_too_short"


@pytest.mark.parametrize(
    "text", ["", "WDC", "WDC-ZZ-7K3M-92QF", "WDC-RE-UUUU", "-" * 10_000, "ſ" * 14, "WDC-RE-7K3M-92QF-X-X"]
)
def test_other_texts_are_mistyped(text: str):
    assert is_mistyped(text)


def test_an_unknown_technology_code_is_mistyped():
    body = "WDCZZ00000000"
    assert check_character(body) in ALPHABET
    assert is_mistyped(body + check_character(body))


def test_check_characters_are_in_crockfords_alphabet():
    checks = {new_number("react", random.Random(seed))[-1] for seed in range(3000)}
    assert checks == set(ALPHABET)


@pytest.mark.parametrize(("technology", "seed"), [("react", 13), ("java", 14), ("cobol", 15)])
def test_every_wrong_character_and_every_swap_of_neighbors_is_detected(technology: str, seed: int):
    compact = new_number(technology, random.Random(seed)).replace("-", "")
    substitutions = {
        compact[:place] + typed + compact[place + 1 :] for place in range(len(compact)) for typed in TYPED
    }
    swaps = {
        compact[:place] + compact[place + 1] + compact[place] + compact[place + 2 :]
        for place in range(len(compact) - 1)
    }
    # A letter that is read as the same digit is not an error.
    same = {text for text in substitutions | swaps if text[:5] + text[5:].translate(LOOKALIKES) == compact}
    assert len(substitutions) == len(compact) * (len(TYPED) - 1) + 1
    assert [text for text in (substitutions | swaps) - same if not is_mistyped(text)] == []


@pytest.mark.parametrize("technology", CODES)
def test_the_numbers_of_specimens_are_canonical(technology: str):
    assert parse_number(specimen_number(technology)) == specimen_number(technology)


def test_the_numbers_of_specimens_are_never_drawn():
    class Reserved(random.Random):
        """Draws a reserved number first."""

        drawn = 0

        def choices(self, population, *args, k=1, **named):  # pyright: ignore
            self.drawn += 1
            return list("SAMP1E00") if self.drawn == 1 else super().choices(population, *args, k=k, **named)

    rng = Reserved(1)
    assert "SAMP-1E" not in new_number("react", rng)
    assert rng.drawn > 1
