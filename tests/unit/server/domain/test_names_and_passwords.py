"""Rules for names and passwords."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.names_and_passwords import (
    check_password,
    clean_name,
)

MIN_LENGTH, MAX_LENGTH = 12, 128


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("王小明", "王小明"),
        ("O’Neill-Łukasz Jr.", "O’Neill-Łukasz Jr."),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_names_are_normalized_and_otherwise_kept(name: str, cleaned: str):
    assert clean_name(name) == cleaned


@pytest.mark.parametrize(
    "name", ["", "   ", "1234", "—", "Ada\x00", "Ada\x1b[31m", "\u202eecalevoL adA", "a" * 121]
)
def test_names_unfit_for_a_certificate_are_refused(name: str):
    with pytest.raises(InvalidInput) as refusal:
        clean_name(name)
    assert (refusal.value.code, refusal.value.field) == ("invalid_name", "full_name")


def _refusal(password: str, email: str = "ada.l@example.com", full_name: str = "Ada Lovelace") -> str | None:
    try:
        check_password(
            password, email=email, full_name=full_name, min_length=MIN_LENGTH, max_length=MAX_LENGTH
        )
    except InvalidInput as refusal:
        return f"{refusal.field}: {refusal.code}"
    return None


@pytest.mark.parametrize(
    "password",
    [
        "seven plain horses",
        "x" * MIN_LENGTH,
        "x" * MAX_LENGTH,
        "пароль из слов",
        "🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎",
        " " * 12,
    ],
)
def test_any_characters_are_allowed_in_a_password(password: str):
    assert _refusal(password) is None


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password: password_too_short"),
        ("x" * (MIN_LENGTH - 1), "password: password_too_short"),
        ("x" * (MAX_LENGTH + 1), "password: password_too_long"),
        # Twelve code points, but eleven characters in form NFC.
        ("e\u0301" + "x" * 10, "password: password_too_short"),
        ("my ada.l@example.com", "password: password_contains_email"),
        ("ADA.L and others", "password: password_contains_email"),
        ("AdaLovelace1815", "password: password_contains_name"),
        ("ada  lovelace 1815", "password: password_contains_name"),
        ("countess-LOVELACE", "password: password_contains_name"),
        ("love lace and silk", "password: password_contains_name"),
    ],
)
def test_refused_passwords_get_their_reason(password: str, code: str):
    assert _refusal(password) == code


def test_short_names_and_emails_do_not_refuse_passwords_by_chance():
    assert _refusal("always a balloon", email="al@example.com", full_name="Al") is None
    assert (
        _refusal("al@example.com!!", email="al@example.com", full_name="Al")
        == "password: password_contains_email"
    )


@given(st.text(min_size=MIN_LENGTH * 2, max_size=MAX_LENGTH // 4))
def test_passwords_are_refused_for_no_other_reason(password: str):
    assert _refusal(password) in (
        None,
        "password: password_too_short",
        "password: password_too_long",
        "password: password_contains_name",
    )
