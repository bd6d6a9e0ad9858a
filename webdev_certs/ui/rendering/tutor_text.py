"""The tutor's answers as safe HTML: Markdown without links and images, with blocks of code."""

import re

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML

from webdev_certs.ui.rendering.code import highlighted

_MARKS = re.compile(r"[`*\\]")


class _Renderer(RendererHTML):
    """Renders blocks of code with colors."""

    def fence(self, tokens, idx, options, env) -> str:
        words = tokens[idx].info.split()
        # A long line is scrolled to with the keyboard, too.
        code = highlighted(tokens[idx].content.rstrip("\n"), words[0] if words else "text")
        return f'<pre tabindex="0"><code>{code}</code></pre>\n'


_MARKDOWN = MarkdownIt("zero", renderer_cls=_Renderer).enable(
    ["backticks", "emphasis", "escape", "fence", "list", "newline"]
)


def tutor_html(text: str) -> str:
    """Return an answer as safe HTML for a <div>. There is no rule that makes links, images or HTML."""
    return _MARKDOWN.render(text)


def spoken(sentence: str) -> str:
    """Return a finished sentence as screen readers announce it; code blocks are read where they are."""
    return "" if sentence.lstrip().startswith("```") else _MARKS.sub("", sentence).strip()
