"""Own paths: a URL that passes never leads a browser to another site."""

import itertools
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from webdev_certs.schemas.return_urls import MAX_PATH_LENGTH, ReturnUrl, is_own_path

# Installed with the virtual environment.
NODE = Path(sys.executable).parent / "node"
BASE = "https://certs.test"
# Parts of URLs that lead to other sites, and ways to hide that.
# fmt: off
PARTS = (
    "/", "//", "\\", "/\\", "%2f", "%2F", "%5c", "%252f", "/.", "/..", "%2e", "?", "#", "@", ":", " ", "%20",
    "\t", "\r\n", "%0d%0a", "%09", "\x00", "\x1f", "\u2028", "\u3000", "／", "。", "é", "%c0%af", "%", ";",
    "https:", "HTTPS://", "javascript:alert(1)", "data:,", "user@", "evil.example", "dashboard", "a=b",
)
# fmt: on
urls = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=8).map("".join),
    st.lists(st.sampled_from(PARTS), max_size=8).map(lambda parts: "/" + "".join(parts)),
    st.text(max_size=30),
)


def leaves(url: str) -> bool:
    """Return whether a browser would leave the site (WHATWG URL Standard, section 4.4, special schemes)."""
    url = url.strip("".join(map(chr, range(0x21))))
    url = url.translate(str.maketrans("\\", "/", "\t\r\n"))
    return not url.startswith("/") or url.startswith("//")


@settings(deadline=None)
@given(urls)
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
def test_an_own_path_never_leaves_the_site(url: str):
    if not is_own_path(url):
        return
    for read in (url, unquote(urlsplit(url).path)):
        assert not leaves(read)
        assert not any(char <= " " or char == "\x7f" for char in read)
        assert "\\" not in read
    assert "//" not in unquote(urlsplit(url).path)


def test_nodes_url_parser_stays_on_the_site():
    """Node has the WHATWG parser of browsers, which also resolves dots in paths."""
    combined = {"".join(parts) for length in (1, 2, 3) for parts in itertools.product(PARTS, repeat=length)}
    accepted = sorted(url for url in {p + c for p in ("", "/") for c in combined} if is_own_path(url))
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
        "/a/../b",
        "/ä",
    ],
)
def test_own_paths_are_accepted(url: str):
    assert is_own_path(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "dashboard", "?a=b", "#a", ".evil.example", "@x"),
        *("https://certs.test/", "https://evil.example", "javascript:alert(1)"),
        *("//evil.example", "/\\evil.example", "/%2fevil.example", "/%5cevil.example"),
        *("/..//", "/.//evil.example", "/a/..//evil.example", "/%2e//evil.example"),
        *("/\t/evil.example", "/a\nb", "/a b"),
    ],
)
def test_anything_else_is_refused(url: str):
    assert not is_own_path(url)


def test_a_wire_model_accepts_only_own_paths_of_limited_length():
    path = TypeAdapter(ReturnUrl)
    longest = "/" + "a" * (MAX_PATH_LENGTH - 1)
    assert path.validate_python(longest) == longest
    for url in (longest + "a", "/%2fevil.example"):
        with pytest.raises(ValidationError):
            path.validate_python(url)
