"""Whether the code of items parses.

Snippets need not be whole programs: a few wrappings are tried for each language (`runtimes/parse.mjs`,
`runtimes/ParseSnippets.java`), and a snippet is at fault only if it parses in none of them. C# has no parser
outside the browser, so only `items verify` reads it. Code that must not parse has the language `text`.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from webdev_certs.authoring.checks.places import fault_of
from webdev_certs.authoring.execution.java import find_jdk, needed_version
from webdev_certs.authoring.execution.packages import PINNED, workspace
from webdev_certs.authoring.execution.processes import find_tool, run_batch
from webdev_certs.authoring.execution.runtimes import MissingRuntime
from webdev_certs.server.content.bank import Bank, Fault
from webdev_certs.server.content.format import Item

BY_NODE = ("js", "jsx", "ts", "tsx", "vue", "html")


def check_web_code(bank: Bank) -> Iterator[Fault]:
    """Parse scripts, templates and single-file components.

    Raises:
        MissingRuntime: Node or the npm packages are not there and cannot be installed.
    """
    items = _items_in(bank, BY_NODE)
    if not items:
        return
    snippets = [
        {"id": item.id, "language": item.code.language, "text": item.code.text, "framework": technology}
        for technology, item in items
        if item.code
    ]
    node = find_tool("node")
    with workspace() as folder:
        done = run_batch([node, "parse.mjs"], folder, json.dumps(snippets))
    if done.failure:
        raise MissingRuntime(f"the parser failed: {done.failure}")
    yield from _faults(bank, items, json.loads(done.stdout))


def check_java_code(bank: Bank) -> Iterator[Fault]:
    """Parse Java with the JDK's compiler.

    Raises:
        MissingRuntime: No JDK is installed.
    """
    items = _items_in(bank, ("java",))
    if not items:
        return
    needed = max(needed_version(item.code.text) for _, item in items if item.code)
    java = str(find_jdk(needed) / "bin" / "java")
    with tempfile.TemporaryDirectory() as name:
        for _, item in items:
            assert item.code is not None
            Path(name, item.id).write_text(item.code.text, "utf-8")
        done = run_batch([java, str(PINNED / "ParseSnippets.java"), name], Path(name))
    if done.failure:
        raise MissingRuntime(f"the parser failed: {done.failure}")
    yield from _faults(bank, items, dict(line.split(": ", 1) for line in done.stdout.splitlines()))


def _items_in(bank: Bank, languages: Iterable[str]) -> list[tuple[str, Item]]:
    """Return the items whose code is in one of the languages, each after its technology."""
    return [
        (name, item)
        for name, technology in bank.technologies.items()
        for item in technology.items
        if item.code and item.code.language in languages
    ]


def _faults(bank: Bank, items: Iterable[tuple[str, Item]], errors: dict[str, str]) -> Iterator[Fault]:
    for technology, item in items:
        if item.id in errors:
            yield fault_of(bank.get(technology), item, f"the code does not parse: {errors[item.id]}")
