"""The code of items: whether it parses and is short enough, and which items need only JavaScript."""

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from webdev_certs.authoring.checks.faults import fault_of, fault_of_all, percent
from webdev_certs.authoring.execution.java import find_jdk, needed_version
from webdev_certs.authoring.execution.packages import PINNED, workspace
from webdev_certs.authoring.execution.processes import find_tool, run_batch
from webdev_certs.authoring.execution.programs import BadProgram, MissingRuntime
from webdev_certs.authoring.execution.verifying import Claim, claimed_program
from webdev_certs.server.content.bank import Bank, Fault, TechnologyBank
from webdev_certs.server.content.format import Executed, Item

_BY_NODE = ("js", "jsx", "ts", "tsx", "vue", "html")
LONGEST_CODE = 30
WIDEST_CODE = 64
MOST_PLAIN = 0.10
JAVASCRIPT_TOPIC = "javascript"
"""The only topic of a framework that plain JavaScript belongs to."""
_SCRIPTS = ("js", "ts")
# One of these in an item's code shows that it uses the framework.
_API = {
    "react": r"\b(?:use|use[A-Z]\w*|create(?:Context|Element|Root|Portal)|memo|lazy|forwardRef|act|cache)\b"
    r"|react|render",
    "vue": r"\b(?:(?:shallow|custom)?[rR]ef|reactive|readonly|computed|watch\w*|define\w+|create\w*App"
    r"|on[A-Z]\w+|provide|inject|nextTick|toRefs?|unref|use[A-Z]\w*|createRouter|effectScope|h|v-\w+|router|store"
    r"|app)\b|vue|\$\w+",
    "angular": r"@[A-Z]\w+|\b(?:signal|linkedSignal|toSignal|computed|effect|inject|resource|provide\w+|pipe"
    r"|input|output|model|viewChild|Observable|\w*Subject|HttpClient|TestBed|Form\w+|Routes?|Validators"
    r"|Inject\w+|after\w+Render|\w+Fn|ng\w+)\b|@angular",
}
FRAMEWORKS = tuple(_API)


def check_programs(technology: TechnologyBank) -> Iterator[Fault]:
    """Find programs without the line `@code`, and components that no program imports."""
    for item in technology.items:
        if isinstance(item.evidence, Executed):
            try:
                claimed_program(Claim(item.id, item.evidence, item.code))
            except BadProgram as fault:
                yield fault_of(technology, item, str(fault))


def check_code_size(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that the code of items is short, and narrow enough for a phone; `families` looks at models."""
    for item in technology.authored:
        yield from (fault_of(technology, item, message, True) for message in code_size_faults([item]))


def code_size_faults(items: Iterable[Item]) -> Iterator[str]:
    """Find out whether the longest and the widest code of all these items is too long or too wide."""
    codes = [item.code.text.rstrip().splitlines() for item in items if item.code]
    longest = max(map(len, codes), default=0)
    if longest > LONGEST_CODE:
        yield f"the code has {longest} lines, at most {LONGEST_CODE} are wanted"
    widest = max(map(len, chain.from_iterable(codes)), default=0)
    if widest > WIDEST_CODE:
        yield f"the code is {widest} columns wide, at most {WIDEST_CODE} are wanted"


def check_plain_javascript(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that plain JavaScript is only in its own topic, in at most a tenth of a framework's items."""
    name = technology.blueprint.technology
    if name not in FRAMEWORKS:
        return
    plain = [item for item in technology.items if is_plain_javascript(item, name)]
    for item in plain:
        if item.topic != JAVASCRIPT_TOPIC:
            message = f"is plain JavaScript, which belongs to the topic {JAVASCRIPT_TOPIC!r} alone"
            yield fault_of(technology, item, message, warning=not _runs_in_node(item))
    if len(plain) > MOST_PLAIN * len(technology.items):
        share = percent(len(plain), len(technology.items))
        message = f"{share} items are plain JavaScript, the limit is {100 * MOST_PLAIN:.0f}%"
        yield fault_of_all(technology, message)


def is_plain_javascript(item: Item, framework: str) -> bool:
    """Return whether the item's code needs only Node, or is a script that names nothing of the framework."""
    if framework not in FRAMEWORKS or item.code is None or item.code.language not in (*_SCRIPTS, "text"):
        return False
    if isinstance(item.evidence, Executed):
        return _runs_in_node(item)
    return item.code.language in _SCRIPTS and not re.search(_API[framework], f"{item.stem}\n{item.code.text}")


def check_web_code(bank: Bank) -> Iterator[Fault]:
    """Parse scripts, templates and single-file components.

    Snippets need not be whole programs: a few wrappings are tried for each language (`runtimes/parse.mjs`,
    `runtimes/ParseSnippets.java`), and a snippet is at fault only if it parses in none of them. C# is
    parsed by no check, only by `items verify`. Code that must not parse has the language `text`.

    Raises:
        MissingRuntime: Node or the npm packages are not there and cannot be installed.
    """
    items = _items_in(bank, _BY_NODE)
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


def _runs_in_node(item: Item) -> bool:
    return isinstance(item.evidence, Executed) and item.evidence.runtime == "node"


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
