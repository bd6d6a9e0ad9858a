"""Where a screen may send its visitor: never away from here."""

import itertools
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from webdev_certs.ui.states.session.navigation import DASHBOARD, login_url, own_path, payment_url

# Comes with the virtual environment.
NODE = Path(sys.executable).parent / "node"
BASE = "https://certs.test"
# What addresses of other sites are made of, and what hides it.
# fmt: off
PARTS = (
    "/", "//", "\\", "/\\", "%2f", "%2F", "%5c", "%252f", "/.", "/..", "%2e", "?", "#", "@", ":", " ", "%20",
    "\t", "\r\n", "%0d%0a", "%09", "\x00", "\x1f", "\u2028", "\u3000", "／", "。", "é", "%c0%af", "%", ";",
    "https:", "HTTPS://", "javascript:alert(1)", "data:,", "user@", "evil.example", "dashboard", "a=b",
)
# fmt: on
addresses = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=8).map("".join),
    st.lists(st.sampled_from(PARTS), max_size=8).map(lambda parts: "/" + "".join(parts)),
    st.text(max_size=30),
)


def leaves(url: str) -> bool:
    """Whether a browser would leave the origin for it (WHATWG URL Standard, section 4.4, special schemes)."""
    url = url.strip("".join(map(chr, range(0x21))))
    url = url.translate(str.maketrans("\\", "/", "\t\r\n"))
    return not url.startswith("/") or url.startswith("//")


@settings(deadline=None)
@given(addresses)
@example("//evil.example")
@example("/\\evil.example")
@example("\\/evil.example")
@example("/\t/evil.example")
@example("/%2fevil.example")
@example("/%5cevil.example")
@example("/.//evil.example")
@example("/a/..//evil.example")
@example("/%2e//evil.example")
@example("javascript:alert(1)")
@example("https://user@evil.example")
@example("/a\r\nSet-Cookie: b")
@example("/%0d%0aSet-Cookie:%20b")
def test_the_result_is_a_path_of_our_own(url: str):
    result = own_path(url)
    assert result in (url, DASHBOARD)
    for read in (result, unquote(urlsplit(result).path)):
        assert not leaves(read)
        assert not any(char <= " " or char == "\x7f" for char in read)
        assert "\\" not in read
    assert "//" not in unquote(urlsplit(result).path)
    assert own_path(result) == result


def test_a_real_browsers_parser_agrees():
    """Node's URL is the WHATWG parser; paths are compared after it has resolved dots."""
    urls = {"".join(parts) for length in (1, 2, 3) for parts in itertools.product(PARTS, repeat=length)}
    accepted = sorted({own_path(url) for prefix in ("", "/") for url in (prefix + part for part in urls)})
    assert len(accepted) > 1000
    script = (
        "const urls = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        f"const read = urls.map((url) => new URL(url, '{BASE}/auth/login'));"
        "console.log(JSON.stringify(read.map((url) => [url.origin, url.pathname])));"
    )
    done = subprocess.run(
        [NODE, "-e", script], input=json.dumps(accepted), capture_output=True, text=True, check=True
    )
    for url, (origin, path) in zip(accepted, json.loads(done.stdout), strict=True):
        assert origin == BASE, url
        assert not path.startswith("//"), url


@pytest.mark.parametrize(
    "url",
    [
        "/",
        "/dashboard",
        "/practice-results/7?from=mail&a=%26#top",
        "/test/react",
        "/verify/W%C3%A4",
        "/dashboard?next=https://example.com//x",
        "/a:b@c",
    ],
)
def test_own_paths_stay_as_they_are(url: str):
    assert own_path(url) == url


@pytest.mark.parametrize("url", [None, "", "dashboard", "?a=b", "#a", "https://certs.test/"])
def test_anything_else_becomes_the_default(url: str | None):
    assert own_path(url) == DASHBOARD == "/dashboard"
    assert own_path(url, "/") == "/"


@settings(deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_the_attempted_address_survives_the_query(attempted: str):
    attempted = attempted.encode("utf-8", "replace").decode()
    login, payment = login_url(attempted), payment_url(attempted, "access_required")
    assert login.startswith("/auth/login?")
    assert parse_qs(urlsplit(login).query, keep_blank_values=True) == {"returnUrl": [attempted]}
    assert payment.startswith("/payment?")
    assert parse_qs(urlsplit(payment).query) == {"returnUrl": [attempted], "reason": ["access_required"]}
