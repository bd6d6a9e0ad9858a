"""Emails of one mailbox count as one person, those of two never."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.services.shared.emails import mailbox


@pytest.mark.parametrize(
    ("email", "same"),
    [
        ("Ada@Example.com", "ada@example.com"),
        ("ada.lovelace@gmail.com", "adalovelace@gmail.com"),
        ("a.d.a+exams@googlemail.com", "ada@gmail.com"),
        ("ada+1@outlook.com", "ada@outlook.com"),
        ("ada+2@me.com", "ada@icloud.com"),
        ("a.da@pm.me", "ada@proton.me"),
    ],
)
def test_spellings_of_one_mailbox_are_the_same(email: str, same: str):
    assert mailbox(email) == mailbox(same)


@pytest.mark.parametrize(
    ("email", "other"),
    [
        ("a.da@example.com", "ada@example.com"),
        ("ada+1@example.com", "ada@example.com"),
        ("a.da@outlook.com", "ada@outlook.com"),
        ("ada@gmail.com", "ada@gmail.com.example.com"),
        ("ada@hotmail.com", "ada@outlook.com"),
        ("ada@straße.example.com", "ada@strasse.example.com"),
    ],
)
def test_what_may_be_two_people_stays_two(email: str, other: str):
    assert mailbox(email) != mailbox(other)


@given(st.emails())
def test_a_mailbox_is_a_mailbox_of_itself(email: str):
    assert mailbox(mailbox(email)) == mailbox(email)
