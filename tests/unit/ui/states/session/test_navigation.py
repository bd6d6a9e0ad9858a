"""The paths that screens lead to."""

from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webdev_certs.ui.states.session.navigation import DASHBOARD, login_url, own_path, payment_url


def test_an_own_path_stays_as_it_is():
    assert own_path("/practice-results/7?a=%26#top") == "/practice-results/7?a=%26#top"


@pytest.mark.parametrize("url", [None, "", "/%2fevil.example", "/..//"])
def test_anything_else_becomes_the_default(url: str | None):
    assert own_path(url) == DASHBOARD == "/dashboard"
    assert own_path(url, "/") == "/"


@settings(deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_the_attempted_path_survives_the_query(attempted: str):
    attempted = attempted.encode("utf-8", "replace").decode()
    login, payment = login_url(attempted), payment_url(attempted, "access_required")
    assert login.startswith("/auth/login?")
    assert parse_qs(urlsplit(login).query, keep_blank_values=True) == {"returnUrl": [attempted]}
    assert payment.startswith("/payment?")
    assert parse_qs(urlsplit(payment).query) == {"returnUrl": [attempted], "reason": ["access_required"]}
