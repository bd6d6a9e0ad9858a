"""What is removed of what learners type, and what stays because their questions are about it."""

import pytest

from webdev_certs.server.services.tutor.prompt import REMOVED, without_personal_data

PERSON = ("Ada May Lovelace", "ada@example.com")


@pytest.mark.parametrize(
    "typed",
    [
        "+49 170 1234567",
        "+49.170.1234567",
        "+491701234567",
        "0049 170 1234567",
        "+1 (555) 123-4567",
        "+44 (0)20 7946 0958",
        "(030) 123456-78",
        "030/12345678",
        "0170 1234567",
        "01701234567",
        "01.23.45.67.89",
        "555-123-4567",
        "555.123.4567",
        "(555) 123-4567",
        "other.person@mail.example.org",
        "Ada May Lovelace",
        "ada",
        "LOVELACE",
        "ADA@example.com",
    ],
)
def test_removed(typed: str):
    assert without_personal_data(f"Ask {typed}, please", PERSON) == f"Ask {REMOVED}, please"


@pytest.mark.parametrize(
    "typed",
    [
        "2147483648",
        "1000000000",
        "9007199254740991",
        "2024-01-15 10",
        "2024-01-15 10:30:00",
        "15.01.2024",
        "192.168.100.200",
        "3.14159265358979",
        "0.30000000000000004",
        "0x7fffffff",
        "1 000 000 000",
        "0b10101010101",
        "adapter",
    ],
)
def test_kept(typed: str):
    assert without_personal_data(f"Is {typed} right?", PERSON) == f"Is {typed} right?"


@pytest.mark.parametrize(
    ("name", "typed", "sent"),
    [
        ("Li", "Can Li’s list contain a null?", f"Can {REMOVED}’s list contain a null?"),
        ("Max", "Is the maximum of minmax MAX?", f"Is the maximum of minmax {REMOVED}?"),
        ("王伟", "我是王伟吗", f"我是{REMOVED}吗"),
        ("Ada Lovelace", "Ada Lovelaces list", f"{REMOVED}s list"),
    ],
)
def test_a_name_of_one_word_is_not_removed_from_the_middle_of_others(name: str, typed: str, sent: str):
    assert without_personal_data(typed, (name, "somebody@example.com")) == sent
