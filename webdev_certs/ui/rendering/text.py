"""Authored text, a small subset of Markdown, as safe HTML or as plain text.

The subset: paragraphs, lists, `code`, *emphasis*, **strong emphasis** and links. Everything else, HTML
included, is shown as it is typed.
"""

import re
from html import escape

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from webdev_certs.schemas.return_urls import is_own_path

_BREAK = re.compile(r"(?<=\w[({])(?=[^)}])|(?<=,)(?=.)|(?<=>)(?=\w)|(?<=[^\s<])(?=<[\w/])")
"""Where code in a sentence may wrap: before tags and after punctuation, not within names."""
_SHORT = 24
"""Code in a sentence that has at most this many characters wraps only at spaces: it fits on a phone."""
_RULES = ["backticks", "emphasis", "escape", "link", "list"]


def block(text: str) -> str:
    """Return paragraphs and lists as safe HTML, for an element such as <div>."""
    return _MARKDOWN.render(text)


def inline(text: str) -> str:
    """Return text without paragraphs as safe HTML, for an element such as <span>."""
    return _MARKDOWN.renderInline(text.strip())


def printed(text: str) -> str:
    """Return what a program prints or a learner types, which is not Markdown, as safe HTML."""
    return f'<code class="printed">{escape(text)}</code>'


def plain(text: str) -> str:
    """Return the text without its marks, for places that show no HTML, such as <option>."""
    return "".join(_words(_MARKDOWN.parseInline(text.strip())))


def _words(tokens: list[Token]) -> list[str]:
    return [
        word for token in tokens for word in (_words(token.children) if token.children else [_word(token)])
    ]


def _word(token: Token) -> str:
    return "\n" if token.type in ("softbreak", "hardbreak") else token.content


def _allowed(url: str) -> bool:
    """Allow links to pages of the product, secure sites and emails; others are shown as they are typed."""
    return url.startswith(("https://", "mailto:")) or is_own_path(url)


class _Renderer(RendererHTML):
    """Renders links to other sites so that they open in a new tab, and long code so that it wraps."""

    def code_inline(self, tokens, idx, options, env) -> str:
        code = tokens[idx].content
        parts = [code] if len(code) <= _SHORT else _BREAK.split(code)
        return f"<code>{'<wbr>'.join(escapeHtml(part) for part in parts)}</code>"

    def link_open(self, tokens, index, options, env) -> str:
        if str(tokens[index].attrGet("href")).startswith("https://"):
            tokens[index].attrSet("target", "_blank")
            tokens[index].attrSet("rel", "noopener")
        return self.renderToken(tokens, index, options, env)


def _parser() -> MarkdownIt:
    # The preset "zero" knows only paragraphs and escapes HTML.
    parser = MarkdownIt("zero", renderer_cls=_Renderer).enable(_RULES)
    parser.validateLink = _allowed  # pyright: ignore[reportAttributeAccessIssue] - documented for this use
    return parser


_MARKDOWN = _parser()
