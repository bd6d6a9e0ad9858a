"""Items of a framework that ask only about JavaScript."""

import re
from collections.abc import Iterator

from webdev_certs.authoring.checks.places import fault_of, fault_of_all, percent
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Executed, Item

MOST_PLAIN = 0.10
TOPIC = "javascript"
"""The only topic that plain JavaScript belongs to."""
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


def check_plain_javascript(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that plain JavaScript is only in its own topic, in at most a tenth of a framework's items."""
    name = technology.blueprint.technology
    if name not in FRAMEWORKS:
        return
    plain = [item for item in technology.items if is_plain_javascript(item, name)]
    for item in plain:
        if item.topic != TOPIC:
            message = f"is plain JavaScript, which belongs to the topic {TOPIC!r} alone"
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


def _runs_in_node(item: Item) -> bool:
    return isinstance(item.evidence, Executed) and item.evidence.runtime == "node"
