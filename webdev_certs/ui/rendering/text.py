"""Authored text, a small subset of Markdown, as safe HTML or as plain text.

The subset: paragraphs, lists, `code`, *emphasis*, **strong emphasis** and links. Everything else, HTML
included, is shown as it is typed.
"""

import re
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from webdev_certs.schemas.return_urls import is_own_path
from webdev_certs.shared.translation import _, current_language
from webdev_certs.ui.rendering.code import name_parts

_BREAK = re.compile(
    r"""(?<=\w[({])(?![^()\[\]{}]{0,4}[)\]}])(?=.)|(?<=,)(?=\S)|(?<=>)(?=\w)|(?<=[^\s<])(?=<[\w/])"""
    r"""|(?<==)(?=["'{][^"'{}]{7})|(?<=[\w)\]]\.)(?=[A-Za-z_$]{3})"""
)
"""Where code in a sentence may wrap besides `name_parts`: before tags and after punctuation."""
_SHORT = 18
"""Code in a sentence that has at most this many characters gets no places to wrap: it fits on every phone."""
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
    """Renders links to other sites so that they open a new tab and say so, and long code so that it wraps."""

    def code_inline(self, tokens, idx, options, env) -> str:
        code = tokens[idx].content
        places: set[int] = set()
        if len(code) > _SHORT:
            places = {mark.start() for mark in _BREAK.finditer(code)} | name_parts(code, _SHORT)
        ends = [0, *sorted(places), len(code)]
        return f"<code>{'<wbr>'.join(escapeHtml(code[a:b]) for a, b in pairwise(ends))}</code>"

    def link_open(self, tokens, index, options, env) -> str:
        if _leaves(tokens[index]):
            tokens[index].attrSet("target", "_blank")
            tokens[index].attrSet("rel", "noopener")
        return self.renderToken(tokens, index, options, env)

    def link_close(self, tokens, index, options, env) -> str:
        # Links cannot contain links.
        opening = next(token for token in reversed(tokens[:index]) if token.type == "link_open")
        end = self.renderToken(tokens, index, options, env)
        return f"{_new_tab_hint()}{end}" if _leaves(opening) else end


def _leaves(opening: Token) -> bool:
    """Whether a link leads to another site."""
    return str(opening.attrGet("href")).startswith("https://")


def _new_tab_hint() -> str:
    """Say to screen readers, in the language of the page, that a link opens a new tab."""
    words = escape(_("(opens in a new tab)"))
    return f' <span class="sr-only" lang="{current_language()}">{words}</span>'


def _parser() -> MarkdownIt:
    # The preset "zero" knows only paragraphs and escapes HTML.
    parser = MarkdownIt("zero", renderer_cls=_Renderer).enable(_RULES)
    parser.validateLink = _allowed  # pyright: ignore[reportAttributeAccessIssue] - documented for this use
    return parser


_MARKDOWN = _parser()
