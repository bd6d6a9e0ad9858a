"""Common and guessable passwords are known, and the words are not loaded before their first use."""

import subprocess
import sys

import pytest

from webdev_certs.server.services.accounts.passwords import is_common, is_guessable


@pytest.mark.parametrize(
    "password", ["123456", "password", "qwerty123456", "QWERTY123456", "Counterstrike", "1qaz2wsx3edc4rfv"]
)
def test_popular_passwords_are_common(password: str):
    assert is_common(password)


@pytest.mark.parametrize(
    "password", ["seven plain horses", "qwerty123456 ", "counterstrikes", "пароль из слов", "\ud800" * 12, ""]
)
def test_anything_else_is_not(password: str):
    assert not is_common(password)


@pytest.mark.parametrize(
    "password",
    [
        "password1234",
        "qwertyuiop12",
        "aaaaaaaaaaaa",
        "abcabcabcabc",
        "P@ssw0rd1234",
        "password" * 16,
        "1" * 128,
    ],
)
def test_easy_passwords_are_guessable(password: str):
    assert is_guessable(password)


@pytest.mark.parametrize(
    "password",
    [
        "seven plain horses",
        "пароль из слов",
        "Xk4kWq8fmTTz",
        "violet \ud800 kettle sunday",
        # The first piece alone would be guessable.
        "a" * 24 + "seven plain horses",
        # Many characters that may stand for letters; the whole at once would take 15 seconds.
        "4@8({[</369&#!1/|0$5+7%2/" * 5,
    ],
)
def test_others_are_not(password: str):
    assert not is_guessable(password)


def test_personal_words_make_a_password_guessable():
    assert not is_guessable("quarkzyxomma")
    assert is_guessable("quarkzyxomma", ["Zyxomma", "Quark"])


def test_common_passwords_are_read_on_first_use():
    script = (
        "import sys, webdev_certs.server.api.app, webdev_certs.server.services.accounts.passwords as common\n"
        "assert 'zxcvbn' not in sys.modules\n"
        "common.is_common('x')\n"
        "assert 'zxcvbn' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
