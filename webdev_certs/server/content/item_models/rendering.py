"""Fill in the templates of item models with Jinja2, sandboxed.

`{= name =}` stands for a value and `{% if %}` for a statement, because frameworks use `{{ }}` themselves.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, meta
from jinja2.sandbox import SandboxedEnvironment

Values = Mapping[str, Any]
CONSTANTS = frozenset(("none", "true", "false"))
"""Names that templates take for constants, whatever value they have."""


class BadTemplate(Exception):
    """Raised for a template that cannot be filled in, with the reason."""


_OPENING = _VALUE, _STATEMENT, _COMMENT = "{=", "{%", "{*"
"""How values, statements and comments begin."""


def render(text: str, values: Values) -> str:
    """Fill in a template.

    Raises:
        BadTemplate: It is malformed, or what it computes fails.
    """
    try:
        return _template(text).render(values)
    except Exception as error:  # Any error of a template is the author's.
        raise BadTemplate(_describe(error)) from None


def template_faults(text: str, known: set[str]) -> Iterator[str]:
    """Find syntax errors and names that are not known."""
    # Many texts have nothing to fill in, and parsing them took a tenth of the time of loading the bank.
    if not any(sign in text for sign in _OPENING):
        return
    try:
        unknown = (
            meta.find_undeclared_variables(_environment().parse(text)) - known - set(_environment().globals)
        )
    except TemplateError as error:
        yield _describe(error)
        return
    for name in sorted(unknown):
        yield f"{name!r} is neither a parameter nor assigned by solve"


@cache
def _template(text: str) -> Template:
    return _environment().from_string(text)


@cache
def _environment() -> SandboxedEnvironment:
    environment = SandboxedEnvironment(
        variable_start_string=_VALUE,
        variable_end_string="=}",
        block_start_string=_STATEMENT,
        comment_start_string=_COMMENT,
        comment_end_string="*}",
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.globals = {name: environment.globals[name] for name in ("range", "dict")}
    environment.filters["json"] = lambda value: json.dumps(value, ensure_ascii=False)
    environment.filters["single"] = _single_quoted
    environment.filters["capital"] = lambda word: word[:1].upper() + word[1:]
    return environment


def _single_quoted(value: Any) -> str:
    """Write a value as JavaScript does, with texts in single quotes."""
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_single_quoted, value)) + "]"
    return json.dumps(value)


def _describe(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
