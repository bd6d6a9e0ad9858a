"""A function whose name says that it reads does not write, sign, or count a call against a rate limit.

The check follows calls by name through the whole product, without types. It follows a method call on an
unknown object only if the method's name is unique in the product.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import ROOT

READING = ("get", "read", "find", "load", "list")
SESSIONS = {"db", "connection", "transaction"}
WRITING_METHODS = {"add", "add_all", "commit", "delete", "flush", "merge"}
STATEMENTS = {"insert", "update", "delete"}
LIMITERS = {"limits", "_limits", "limiter", "_limiter"}
BUILT_IN = {name for kind in (str, bytes, list, dict, set) for name in dir(kind)}
ENTRIES = ("router", "click", "cli", "app", "group")
"""Decorators of routes and commands, which are named after their HTTP method or the command."""


@dataclass
class Function:
    """What a function does, and the full names of the functions it calls; unknown methods begin with `?.`."""

    place: str
    name: str
    is_entry: bool
    effects: list[str] = field(default_factory=list)
    calls: set[str] = field(default_factory=set)

    @property
    def is_named_as_reading(self) -> bool:
        words = self.name.strip("_").split("_")
        return not self.is_entry and words[0] in READING and not {"or", "and"} & set(words)


class Module:
    """The functions of one module."""

    def __init__(self, path: Path, root: Path) -> None:
        self.file = path.relative_to(root)
        self.name = ".".join(self.file.with_suffix("").parts).removesuffix(".__init__")
        self.tree = ast.parse(path.read_text())
        self.known: dict[str, str] = {}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.known[node.name] = f"{self.name}.{node.name}"
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                self.known |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}

    def functions(self) -> Iterator[tuple[str, Function]]:
        """Yield the full name of each function and method with what it does."""
        yield from self._in_body(self.tree.body, self.name)

    def _in_body(self, body: list[ast.stmt], owner: str) -> Iterator[tuple[str, Function]]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from self._in_body(node.body, f"{owner}.{node.name}")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                is_entry = any(
                    ast.unparse(decorator).startswith(ENTRIES) for decorator in node.decorator_list
                )
                function = Function(f"{self.file}:{node.lineno}", node.name, is_entry)
                for part in ast.walk(node):
                    if isinstance(part, ast.Call):
                        self._add_call(part.func, function, owner)
                yield f"{owner}.{node.name}", function

    def _add_call(self, called: ast.expr, function: Function, owner: str) -> None:
        if isinstance(called, ast.Name):
            full = self.known.get(called.id, "")
            if called.id in STATEMENTS and full.startswith(("sqlalchemy", "sqlmodel")):
                function.effects.append(f"{called.id}()")
            function.calls.add(full)
        elif isinstance(called, ast.Attribute):
            receiver, method = ast.unparse(called.value).rpartition(".")[2], called.attr
            writes = receiver in SESSIONS and method in WRITING_METHODS
            counts = receiver in LIMITERS and method.startswith(("count", "hit", "may_mail"))
            signs = receiver != "np" and method.split("_")[0] == "sign"
            if writes or counts or signs:
                function.effects.append(f"{receiver}.{method}()")
            elif receiver == "self":
                function.calls.add(f"{owner}.{method}")
            elif receiver in self.known:
                function.calls.add(f"{self.known[receiver]}.{method}")
            elif method not in BUILT_IN:
                function.calls.add(f"?.{method}")


def untrue_names(package: Path) -> list[str]:
    """Return a line for each function that is named as if it only read, but has another effect."""
    modules = [Module(path, package.parent) for path in sorted(package.rglob("*.py"))]
    functions = {name: function for module in modules for name, function in module.functions()}
    by_method: dict[str, list[str]] = defaultdict(list)
    for name, function in functions.items():
        by_method[f"?.{function.name}"].append(name)
    unique = {method: found[0] for method, found in by_method.items() if len(found) == 1}
    reasons = {name: function.effects[0] for name, function in functions.items() if function.effects}
    count = 0
    while count != len(reasons):
        count = len(reasons)
        for name, function in functions.items():
            for call in sorted({unique.get(call, call) for call in function.calls} & reasons.keys()):
                reasons.setdefault(name, f"{call.rpartition('.')[2]} → {reasons[call]}")
    return [
        f"{function.place} {function.name}: {reasons[name]}"
        for name, function in functions.items()
        if function.is_named_as_reading and name in reasons
    ]


def test_functions_named_as_reading_have_no_other_effect():
    assert untrue_names(ROOT / "webdev_certs") == []


def test_a_function_that_writes_is_found_through_the_functions_that_it_calls(tmp_path: Path):
    package = tmp_path / "product"
    package.mkdir()
    (package / "rows.py").write_text(
        "from sqlalchemy import update\n"
        "def _store(db): db.add(1)\n"
        "def load_row(db): _store(db)\n"
        "def load_or_create(db): _store(db)\n"
        "def list_rows(db): db.exec(update(1))\n"
        "def find_row(known): known.add(1)\n"
        "@router.get('/')\n"
        "def get_row(limits): limits.count()\n"
        "class Rows:\n"
        "    def read_own(self): self._limits.count_own()\n"
    )
    (package / "use.py").write_text(
        "from product.rows import load_row\n"
        "def read_all(db, rows): rows.read_own()\n"
        "def get_both(db): return load_row(db)\n"
    )
    assert [line.partition(" ")[2] for line in untrue_names(package)] == [
        "load_row: _store → db.add()",
        "list_rows: update()",
        "read_own: _limits.count_own()",
        "read_all: read_own → _limits.count_own()",
        "get_both: load_row → _store → db.add()",
    ]
