"""Content Security Policies as text, and the hashes of inline scripts."""

import hashlib
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.shared.content_policy import NOTHING, render, script_hashes


def hashed(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def test_a_policy_is_rendered_on_one_line():
    assert render({"default-src": ("'self'", "data:"), "upgrade-insecure-requests": ()}) == (
        "default-src 'self' data:; upgrade-insecure-requests"
    )
    assert render(NOTHING) == (
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def test_the_hash_equals_the_example_of_the_standard():
    """CSP Level 3 §8.3: the hash of `doSomething();`."""
    expected = "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='"
    assert script_hashes("<script>doSomething();</script>") == [expected]


@pytest.mark.parametrize(
    ("html", "scripts"),
    [
        ("<p>none</p>", []),
        ('<script src="/a.js"></script>', []),
        ('<script type="module" async="">import "/a.js"</script>', ['import "/a.js"']),
        ("<SCRIPT>a</SCRIPT>", ["a"]),
        ("<script>a</script><p><script>b</script><script>a</script>", ["a", "b"]),
        ("<script>\n a && b < c; '&amp;' \n</script>", ["\n a && b < c; '&amp;' \n"]),
        ("<script>if (a) '<p>' + '</p>' + '<!--'</script>b", ["if (a) '<p>' + '</p>' + '<!--'"]),
        ("<script></script>", [""]),
        ('<script type="application/ld+json">{"a": 1}</script><script>b</script>', ["b"]),
        ('<style>a{}</style><div onclick="a()">script</div>', []),
    ],
)
def test_inline_scripts_are_found_unchanged(html: str, scripts: list[str]):
    assert script_hashes(html) == [hashed(script) for script in scripts]


@given(st.text(st.characters(exclude_characters="<\r", exclude_categories=["Cs"])))
def test_any_script_text_is_hashed_unchanged(script: str):
    assert script_hashes(f"<body><script>{script}</script></body>") == [hashed(script)]
