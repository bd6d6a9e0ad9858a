"""docs/api.md lists exactly the error codes of the API, with their statuses."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from tests.conftest import ROOT
from webdev_certs.server.api.errors import HTTP_CODES, STATUS
from webdev_certs.server.services.payments.verify_payment import REFUSALS

_PACKAGES = ("api", "content", "domain", "gateways", "services")
_ROW = re.compile(r"\| (`[^|]+) \| ([\d, ]+) \|")
_STATUSES = {kind.__name__: status for kind, (status, _) in STATUS.items()}


def trees() -> list[ast.Module]:
    return [
        ast.parse(file.read_text())
        for package in _PACKAGES
        for file in sorted((ROOT / "webdev_certs" / "server" / package).rglob("*.py"))
        # Authors' tools: their `code` is a program, and the API runs none of them.
        if not {"checks", "execution"} & set(file.parts)
    ]


def helpers(tree: ast.AST) -> dict[str, int]:
    """Return the functions with a parameter `code`, and its position."""
    return {
        function.name: [argument.arg for argument in function.args.args].index("code")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        # Exceptions of clients, which other code turns into errors of the API.
        and function.name != "__init__"
        and "code" in [argument.arg for argument in function.args.args]
    }


def literal(node: ast.expr) -> str | None:
    """Return the text of a string literal, with `…` for each inserted value; None for other expressions."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def raised() -> Iterator[tuple[str, int | None]]:
    """Yield the codes in the source, with their status if the call names it."""
    yield from ((code, status) for status, code in HTTP_CODES.items())
    yield from ((code, 409) for code in REFUSALS)
    sources = trees()
    places = dict.fromkeys(_STATUSES, 0)
    for tree in sources:
        places |= helpers(tree)
    for tree in sources:
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            place = places.get(name)
            if place is not None and len(call.args) > place and (code := literal(call.args[place])):
                yield code, _STATUSES.get(name)


def documented() -> dict[str, set[int]]:
    """Return the codes of the table in docs/api.md with their statuses."""
    table = (ROOT / "docs" / "api.md").read_text().partition("## Errors")[2]
    return {
        code: {int(status) for status in row[2].split(", ")}
        for row in _ROW.finditer(table)
        for code in re.findall(r"`([^`]+)`", row[1])
    }


def test_codes_are_found():
    found = dict(raised())
    assert {"sign_in_overtaken", "password_…", "one_choice_only", "internal_error"} <= set(found)


def test_every_code_is_documented_with_its_status():
    table = documented()
    missing = {
        (code, status)
        for code, status in raised()
        if not any(
            fnmatchcase(code, pattern.replace("…", "*")) and status in {*statuses, None}
            for pattern, statuses in table.items()
        )
    }
    assert missing == set()


def test_every_documented_code_exists():
    texts = {literal(node) for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.expr)}
    assert documented().keys() - texts - set(HTTP_CODES.values()) == set()
