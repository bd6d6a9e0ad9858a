"""Whether the program of each item with executed evidence can be put together."""

from collections.abc import Iterator

from webdev_certs.authoring.checks.places import fault_of
from webdev_certs.authoring.execution.composing import BadProgram, compose
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Executed


def check_programs(technology: TechnologyBank) -> Iterator[Fault]:
    """Find programs without the line `@code`, and components that no program imports."""
    for item in technology.items:
        if isinstance(item.evidence, Executed):
            try:
                compose(item)
            except BadProgram as fault:
                yield fault_of(technology, item, str(fault))
