"""The most common passwords are known, and not loaded before their first use."""

import subprocess
import sys

import pytest

from webdev_certs.server.gateways.common_passwords import COMMONEST, _ranking, is_common


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


def test_ten_thousand_passwords_are_common():
    # Some differ in capitals alone in other rankings; in this one all are distinct.
    assert len(_ranking()) == COMMONEST == 10_000


def test_common_passwords_are_read_on_first_use():
    script = (
        "import sys, webdev_certs.server.api.app, webdev_certs.server.gateways.common_passwords as common\n"
        "assert 'zxcvbn' not in sys.modules\n"
        "common.is_common('x')\n"
        "assert 'zxcvbn' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
