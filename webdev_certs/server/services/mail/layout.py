"""Write mails: a text of `texts/<language>/mails/`, laid out as plain text and as HTML with the same content.

In a text, a paragraph that is a link is a button, and entries of a list are facts, such as `- Amount: €10`.
`preview` of its metadata is what mail programs show beside the subject.
"""

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Self
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from webdev_certs.server.domain.certificates import ISSUER
from webdev_certs.server.domain.mail import Message
from webdev_certs.server.models.accounts import User
from webdev_certs.settings import Settings
from webdev_certs.shared.formatting import greeted_name
from webdev_certs.shared.texts import read_text
from webdev_certs.shared.translation import _, current_language, in_language, language_prefix

_TEXT_WIDTH = 72
_TOKEN = "#token="
_BREAKING = re.compile(r"E-Mail(?=[^<>]*<)")
"""In the text of an HTML document, and not in its attributes."""
# RFC 5322 §2.1.1 recommends lines of at most 78 characters. Longer words, such as links, are not broken.
_WRAP = textwrap.TextWrapper(_TEXT_WIDTH, break_long_words=False, break_on_hyphens=False)

_MAX_REPEATED = 60
# Anyone can register any email under any name, so mails do not repeat a name that mail programs could
# turn into a link or that reads like a telephone number.
_NO_NAME = re.compile(r"[/\\@:<>]|\.\w\w|\d{3}")

# The colors of assets/tokens.css: the light ones inline, the dark ones in the style sheet. Mail programs that
# drop style sheets show the light colors.
_SANS = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_PAGE = "margin:0;padding:24px 12px;background:#f2f5fa"
_CARD = (
    "max-width:560px;margin:0 auto;padding:32px 28px;background:#ffffff;border:1px solid #e1e6ef;"
    f"border-radius:16px;box-sizing:border-box;{_SANS};font-size:16px;line-height:1.6;color:#0d1a33"
)
_BRAND = "margin:0 0 20px;font-size:15px;font-weight:600;color:#3a37b4"
_HEADING = "margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:600"
_PARAGRAPH = "margin:0 0 16px"
_BUTTON = (
    "display:inline-block;padding:12px 22px;border-radius:10px;background:#3a37b4;color:#ffffff;"
    "font-weight:600;text-decoration:none"
)
_URL = "margin:0 0 20px;font-size:14px;overflow-wrap:anywhere;color:#5a6683"
_LINK = "color:#3a37b4"
_REASON = (
    "margin:28px 0 0;padding:16px 0 0;border-top:1px solid #e1e6ef;font-size:14px;line-height:1.5;"
    "color:#5a6683"
)
_UNSUBSCRIBE = "margin:8px 0 0;font-size:14px;line-height:1.5;color:#5a6683"
# Hidden from readers, and not from mail programs that list mails.
_PREVIEW = "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all"
_DARK = """\
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0a1122 !important; }
  .card { background: #121c33 !important; border-color: #26344f !important; color: #eef2fa !important; }
  .brand, .card a { color: #b3b4ff !important; }
  .card a.button { background: #5b58e0 !important; color: #ffffff !important; }
  .faint { color: #96a3c0 !important; border-color: #26344f !important; }
}"""


@dataclass(frozen=True)
class Recipient:
    """Who gets a mail, and in which language. A name that is empty or could mislead is not greeted."""

    email: str
    name: str
    language: str

    @classmethod
    def of(cls, user: User) -> Self:
        return cls(user.email, user.full_name, user.language)


def write_mail(
    settings: Settings,
    text: str,
    recipient: Recipient,
    *,
    reply_to: str = "",
    unsubscribe_token: str = "",
    **values: object,
) -> Message:
    """Write a mail in the recipient's language.

    Args:
        settings: Has the origin of links: the Host header of a request could be forged.
        text: The name of its text.
        recipient: Who gets it.
        reply_to: The email that answers go to; empty for the sender.
        unsubscribe_token: Switches mails of this kind off; empty if they cannot be switched off.
        **values: What the text's placeholders stand for, besides `site`, which is where the pages in the
            recipient's language begin. They are shown as they are: no value becomes markup.

    Raises:
        ValueError: An email or a link is not valid.
        TextError: The text names another value.
    """
    with in_language(recipient.language):
        site = settings.origin + language_prefix()
        found = read_text(f"mails/{text}", {**values, "site": site})
        parts = (Paragraph([_text_token(_greeting(recipient.name))]), *map(_part, found.parts))
        mail = _Mail(found.metadata["subject"], found.metadata["preview"], parts, found.metadata["reason"])
        unsubscribe = ""
        if unsubscribe_token:
            unsubscribe = f"{settings.origin}/api/mails/unsubscribe?token={unsubscribe_token}"
            mail = replace(
                mail,
                unsubscribe=f"{site}/unsubscribe#token={unsubscribe_token}",
                choices=f"{site}/dashboard/profile#your-emails",
            )
        return Message(recipient.email, mail.subject, _text(mail), _html(mail), reply_to, unsubscribe)


@dataclass(frozen=True)
class Button:
    """The link that a mail is about. A URL with a token is shown too, so that it can be copied."""

    label: str
    link: str


@dataclass(frozen=True)
class Facts:
    """Names with their values, each on a line of its own."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Paragraph:
    """Text with links."""

    words: Sequence[Token]


_Part = Paragraph | Button | Facts


@dataclass(frozen=True)
class _Mail:
    """What a mail says, before it is laid out.

    Attributes:
        subject: The subject, and the heading.
        preview: What mail programs show beside the subject.
        parts: The content, from the greeting on.
        reason: Why the recipient gets it.
        unsubscribe: The page that switches such mails off; empty if they cannot be switched off.
        choices: The page with a switch for each kind of mail; empty likewise.
    """

    subject: str
    preview: str
    parts: tuple[_Part, ...]
    reason: str
    unsubscribe: str = ""
    choices: str = ""


def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero").enable(["escape", "link", "list"])
    # `_check_link` refuses what is not a URL of a page, instead of showing the marks.
    parser.validateLink = lambda url: True  # pyright: ignore[reportAttributeAccessIssue]
    parser.normalizeLink = lambda url: url  # pyright: ignore[reportAttributeAccessIssue]
    return parser


_MARKDOWN = _parser()


def _part(markdown: str) -> _Part:
    tokens = _MARKDOWN.parse(markdown)
    lines = [token.children or [] for token in tokens if token.type == "inline"]
    if tokens[0].type == "bullet_list_open":
        rows = (_plain(line).partition(": ") for line in lines)
        return Facts([(name, value) for name, _colon, value in rows])
    (words,) = lines
    for token in words:
        if token.type == "link_open":
            _check_link(str(token.attrGet("href")))
    if words[0].type == "link_open" and [token.type for token in words].index("link_close") == len(words) - 1:
        return Button(_plain(words[1:-1]), str(words[0].attrGet("href")))
    return Paragraph(words)


def _check_link(link: str) -> None:
    if urlsplit(link).scheme not in ("https", "http"):
        raise ValueError("a link in a mail must be an absolute http(s) URL")


def _plain(words: Sequence[Token]) -> str:
    """Return the words, with the URL of each link after its text."""
    text, url = "", ""
    for token in words:
        if token.type == "link_open":
            url = str(token.attrGet("href"))
        elif token.type == "link_close":
            text += f" ({url})"
        else:
            text += token.content
    return text


def _text_token(text: str) -> Token:
    return Token("text", "", 0, content=text)


def may_repeat(name: str) -> bool:
    """Return whether a mail may repeat a name that a stranger may have entered: it misleads nobody."""
    name = " ".join(name.split())
    return 0 < len(name) <= _MAX_REPEATED and name.isprintable() and not _NO_NAME.search(name)


def _greeting(name: str) -> str:
    if not may_repeat(name):
        return _("Hi,")
    return _("Hi {name},", name=greeted_name(" ".join(name.split())))


def _text(mail: _Mail) -> str:
    blocks = [*map(_text_part, mail.parts), f"-- \n{ISSUER}", _WRAP.fill(mail.reason)]
    if mail.unsubscribe:
        blocks += [
            f"{_('Unsubscribe')}:\n{mail.unsubscribe}",
            f"{_('Choose your emails')}:\n{mail.choices}",
        ]
    return "\n\n".join(blocks) + "\n"


def _text_part(part: _Part) -> str:
    match part:
        case Button():
            return f"{part.label}:\n{part.link}"
        case Facts():
            return "\n".join(_WRAP.fill(f"{name}: {value}") for name, value in part.rows)
        case Paragraph():
            return _WRAP.fill(_plain(part.words))


def _html(mail: _Mail) -> str:
    subject, body = escape(mail.subject), "\n".join(map(_html_part, mail.parts))
    html = f"""\
<!doctype html>
<html lang="{current_language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{subject}</title>
<style>
{_DARK}
</style>
</head>
<body class="page" style="{_PAGE}">
<div style="{_PREVIEW}">{escape(mail.preview)}</div>
<div class="card" role="article" aria-label="{subject}" style="{_CARD}">
<p class="brand" style="{_BRAND}">{ISSUER}</p>
<h1 style="{_HEADING}">{subject}</h1>
{body}
<p class="faint" style="{_REASON}">{escape(mail.reason)}</p>{_ways_out(mail)}
</div>
</body>
</html>
"""
    # Mail programs would end lines with "E-". Only in HTML, because not every program shows it in plain text.
    return _BREAKING.sub("E\N{NON-BREAKING HYPHEN}Mail", html)


def _ways_out(mail: _Mail) -> str:
    if not mail.unsubscribe:
        return ""
    unsubscribe, choose = escape(_("Unsubscribe")), escape(_("Choose your emails"))
    return f"""
<p class="faint" style="{_UNSUBSCRIBE}"><a href="{escape(mail.unsubscribe)}" style="{_LINK}">{unsubscribe}</a>
&middot; <a href="{escape(mail.choices)}" style="{_LINK}">{choose}</a></p>"""


def _html_part(part: _Part) -> str:
    match part:
        case Button():
            return _button(part)
        case Facts():
            return _facts(part)
        case Paragraph():
            return _paragraph(part)


def _facts(facts: Facts) -> str:
    lines = (f"{escape(name)}: <strong>{escape(value)}</strong>" for name, value in facts.rows)
    return f'<p style="{_PARAGRAPH}">' + "<br>\n".join(lines) + "</p>"


def _paragraph(paragraph: Paragraph) -> str:
    for token in paragraph.words:
        if token.type == "link_open":
            token.attrSet("style", _LINK)
    html = _MARKDOWN.renderer.render(paragraph.words, _MARKDOWN.options, {})
    # `dir` because the text may contain a name in a script written from right to left.
    return f'<p dir="auto" style="{_PARAGRAPH}">{html}</p>'


def _button(button: Button) -> str:
    link = escape(button.link)
    html = f"""\
<p style="margin:24px 0"><a class="button" href="{link}" style="{_BUTTON}">{escape(button.label)}</a></p>"""
    if _TOKEN not in button.link:
        return html
    # Outside the f-string, because Babel finds no texts inside one.
    copy = escape(_("Or copy this link into your browser:"))
    return f"""\
{html}
<p class="url faint" style="{_URL}">{copy}<br>
<a href="{link}" style="{_LINK}">{link}</a></p>"""
