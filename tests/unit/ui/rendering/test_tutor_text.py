"""Answers of the tutor as HTML: code in colors, and never a link, an image or HTML of a model."""

import pytest

from webdev_certs.ui.rendering.tutor_text import spoken, tutor_html


def test_paragraphs_lists_and_code():
    html = tutor_html("*One* [1]:\n\n- `a < b`\n\n```js\nlet a = 1\n```\n")
    assert "<em>One</em> [1]:" in html
    assert "<li><code>a &lt; b</code></li>" in html.replace("\n", "").replace("<p>", "").replace("</p>", "")
    assert '<pre tabindex="0"><code><span class="line">' in html


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://evil.example)",
        "![x](https://evil.example)",
        "<https://evil.example>",
        "https://evil.example",
        "[x][1]\n\n[1]: https://evil.example",
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "`x` [y](javascript:alert(1))",
        '```"><script>\n</code></pre><script>alert(1)</script>\n```',
    ],
)
def test_nothing_of_a_model_becomes_a_link_or_html(text: str):
    html = tutor_html(text)
    assert not [tag for tag in ("<a", "<img", "<script", "<iframe") if tag in html]


def test_sentences_are_announced_without_marks_and_code_blocks_not_at_all():
    assert spoken("Use `a` *here*. ") == "Use a here."
    assert spoken("```js\nlet a\n```\n") == ""
