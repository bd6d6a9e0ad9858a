"""Texts in the reader's language: messages in English, and a catalog of each other language (gettext).

Code names the English text, `_("Sign in")`, and the catalog in `translations/` has it in the other language.
A text that the catalog lacks stays English. `docs/translation.md` tells how texts are added.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "de": "Deutsch"})
"""Code (ISO 639-1) → the language's own name. The first one is that of the messages in the code."""
SOURCE_LANGUAGE = next(iter(LANGUAGES))
_MAX_HEADER = 500
CATALOGS = Path(__file__).parents[1] / "translations"

_default = SOURCE_LANGUAGE
_current: ContextVar[str | None] = ContextVar("language", default=None)


def current_language() -> str:
    """Return the code of the language of texts in this context: a request, an event, or the whole process."""
    return _current.get() or _default


def set_language(language: str) -> None:
    """Set the language of this context, which ends with the request or the event."""
    _current.set(known_language(language))


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Set the language for the duration of the context."""
    token = _current.set(known_language(language))
    try:
        yield
    finally:
        _current.reset(token)


def use_language(language: str) -> None:
    """Set the language of everything in this process that sets none, such as a build of the pages."""
    global _default
    _default = known_language(language)


def known_language(code: str) -> str:
    """Return the code of a language if there is a catalog for it, otherwise that of English."""
    return code if code in LANGUAGES else SOURCE_LANGUAGE


def page_urls(origin: str, path: str) -> dict[str, str]:
    """Return the URLs of a page for search engines: language → its URL, and `x-default` (RFC 8288, hreflang).

    Args:
        origin: The product's origin.
        path: Path of the English page.
    """
    urls = {code: origin + language_prefix(code) + path for code in LANGUAGES}
    return urls | {"x-default": urls[SOURCE_LANGUAGE]}


@cache
def translations_of(language: str) -> NullTranslations:
    """Return the catalog of a language. Reading one takes about a tenth of a second, once in a process."""
    file = CATALOGS / language / "LC_MESSAGES" / "messages.po"
    if not file.exists():
        return NullTranslations()
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _(message: str, /, **values: object) -> str:
    """Return a message in the current language.

    Args:
        message: The English text. It is a literal, because Babel's extractor must find it in the code; or a
            variable whose text was marked with `N_`.
        **values: What stands for the names in braces, e.g. `_("Sign in with {provider}", provider=name)`;
            texts, numbers or vars. Without values, braces stay as they are.
    """
    # gettext stores the catalog's header under the empty msgid.
    translated = translations_of(current_language()).gettext(message) if message else ""
    return translated.format(**values) if values else translated


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a message whose English text means several things, e.g. `pgettext("payment", "Failed")`.

    Args:
        context: Which of them is meant, for translators and the catalog.
        message: As for `_`, but always a literal: `N_` marks no text with a context.
        **values: As for `_`.
    """
    translated = translations_of(current_language()).pgettext(context, message)
    return translated.format(**values) if values else translated


def ngettext(singular: str, plural: str, n: int, /, **values: object) -> str:
    """Return a message that depends on a number, e.g. `ngettext("{n} day", "{n} days", days)`.

    No line breaks between the number and the next word.

    Args:
        singular: The English text for 1.
        plural: The English text for other numbers.
        n: The number; also the value of `{n}`.
        **values: Other values; `n` may be given again, as a text.
    """
    translated = translations_of(current_language()).ngettext(singular, plural, n)
    translated = translated.replace("{n} ", "{n}\N{NO-BREAK SPACE}")
    return translated.format(**{"n": n, **values})


def N_(message: str) -> str:
    """Mark a message that is translated where it is shown: `_(WORDS[code])`. Returns it unchanged."""
    return message


def language_prefix(language: str | None = None) -> str:
    """Return what paths of pages begin with: empty for English, `/de` for German.

    Args:
        language: A code; by default the current language.
    """
    language = language or current_language()
    return "" if language == SOURCE_LANGUAGE else f"/{language}"


def accepted_language(header: str) -> str:
    """Return the language that an Accept-Language header (RFC 9110 §12.5.4) asks for."""
    return _accepted(header[:_MAX_HEADER].lower())


@lru_cache(maxsize=1024)
def _accepted(header: str) -> str:
    wanted: list[tuple[float, str]] = []
    for entry in header.split(","):
        tag, _semicolon, weight = entry.partition(";")
        try:
            wanted.append((float(weight.strip().removeprefix("q=") or 1), tag.strip()))
        except ValueError:
            continue
    ranked = [tag for weight, tag in sorted(wanted, key=lambda entry: -entry[0]) if weight > 0]
    return known_language(negotiate_locale(ranked, list(LANGUAGES), sep="-") or "")
