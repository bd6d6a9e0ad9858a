"""Ids on the screens of an account."""

import re

import pytest

from webdev_certs.ui.pages.accounts.profile import profile
from webdev_certs.ui.pages.accounts.sign_in import login, register


@pytest.mark.parametrize("screen", [profile, register, login])
def test_no_form_has_the_id_of_one_of_its_fields(screen):
    """Otherwise the field's label would belong to the form."""
    ids = re.findall(r"'id:\"([^\"]+)\"'", repr(screen().render()))
    assert ids
    assert sorted({one for one in ids if ids.count(one) > 1}) == []


def test_each_button_that_shows_a_password_says_which():
    names = re.findall(r"\"aria-label\"?:\"(Show [^\"]+)\"", repr(profile().render()))
    assert len(names) == len(set(names)) >= 4, names
