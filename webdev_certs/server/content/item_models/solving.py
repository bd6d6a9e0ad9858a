"""Compute what a model's program prints, without running it: the author's `solve` in restricted Python.

A bank is data that operators add and that other tools write, so its Python may compute, and nothing else: it
has no imports, no files, no access to private attributes, and only the functions in `FUNCTIONS`.
`items verify` runs the program itself and compares.
"""

import ast
import json
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from RestrictedPython.compile import CompileResult, compile_restricted_exec
from RestrictedPython.Eval import default_guarded_getitem, default_guarded_getiter
from RestrictedPython.Guards import (
    guarded_iter_unpack_sequence,
    guarded_unpack_sequence,
    safe_builtins,
    safer_getattr,
)

FUNCTIONS: Mapping[str, Any] = {
    **{
        function.__name__: function
        for function in (
            *(all, any, dict, enumerate, filter, list, map, max, min, reversed, set, sorted, sum, tuple, zip),
            *(math.ceil, math.floor, json.dumps),
        )
    },
    "Decimal": Decimal,
}
"""What `solve` can call besides Python's simplest functions (`len`, `range`, `sorted`, `str`, `zip` …)."""

_IN_PLACE: dict[str, Callable[[Any, Any], Any]] = {
    "+=": operator.iadd,
    "-=": operator.isub,
    "*=": operator.imul,
    "//=": operator.ifloordiv,
    "%=": operator.imod,
    "**=": operator.ipow,
    "&=": operator.iand,
    "|=": operator.ior,
    "^=": operator.ixor,
    "<<=": operator.ilshift,
    ">>=": operator.irshift,
    "/=": operator.itruediv,
}
_UNSTEADY = ("hash", "id")
"""Their results differ between processes, but instances must depend on nothing but seed and purpose."""
_GUARDS: dict[str, Any] = {
    "__builtins__": {
        **{name: value for name, value in safe_builtins.items() if name not in _UNSTEADY},
        **FUNCTIONS,
    },
    "__name__": "solve",
    "__metaclass__": type,
    "_getattr_": safer_getattr,
    "_getitem_": default_guarded_getitem,
    "_getiter_": default_guarded_getiter,
    "_iter_unpack_sequence_": guarded_iter_unpack_sequence,
    "_unpack_sequence_": guarded_unpack_sequence,
    # Everything that `solve` can reach was made for this call, so it may change it.
    "_write_": lambda value: value,
    "_inplacevar_": lambda sign, old, value: _IN_PLACE[sign](old, value),
}


class BadSolve(Exception):
    """Raised for a `solve` that cannot be compiled or fails, with the reason."""


def solve(source: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Run a model's `solve` and return the values with what it has assigned.

    Raises:
        BadSolve: The source is malformed or forbidden, or it fails with these values.
    """
    names = {**_GUARDS, **values}
    try:
        compiled = _compiled(source)
        if compiled.code is None:
            raise BadSolve("; ".join(compiled.errors))
        exec(compiled.code, names)
    except BadSolve:
        raise
    except Exception as error:  # Any error is the author's.
        raise BadSolve(f"{type(error).__name__}: {error}") from None
    return {name: value for name, value in names.items() if not name.startswith("_")}


def evaluate(expression: str, values: Mapping[str, Any]) -> Any:
    """Compute a Python expression under the same rules.

    Raises:
        BadSolve: It is malformed or forbidden, or it fails with these values.
    """
    return solve(f"found = ({expression})", values)["found"]


def solve_faults(source: str) -> Sequence[str]:
    """Return syntax errors and what is not allowed in a `solve`."""
    errors = _compiled(source).errors
    if not errors and any(
        isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(ast.parse(source))
    ):
        return ("imports are not allowed",)
    return errors


def expression_faults(expression: str) -> Sequence[str]:
    """Return syntax errors and what is not allowed in an expression."""
    return solve_faults(f"found = ({expression})")


@cache
def _compiled(source: str) -> CompileResult:
    return compile_restricted_exec(source, "solve")
