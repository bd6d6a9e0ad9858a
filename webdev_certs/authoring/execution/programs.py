"""The program that an item's evidence comes from, and what a runtime makes of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from webdev_certs.server.content.format import Code, Executed, Item

_PLACE = re.compile(r"^[ \t]*(?://[ \t]*)?@code[ \t]*$", re.MULTILINE)
COMPONENT = "Item.vue"


class BadProgram(Exception):
    """The item and its `evidence.program` do not make a program; says why."""


@dataclass(frozen=True)
class Program:
    """A whole program, ready to run."""

    item_id: str
    text: str
    language: str
    """Language of the item's code."""
    component: str | None = None
    """Source of the single-file component that the program imports as `./Item.vue`."""
    group: str = ""
    """Programs of one group differ only in values and may share a process; empty for a program of no
    group."""


class MissingRuntime(Exception):
    """Raised if this machine lacks what a runtime or check needs; says what."""


@dataclass(frozen=True)
class Output:
    """What one program printed, or why it did not finish."""

    item_id: str
    stdout: str = ""
    failure: str = ""
    """Empty when the program ended well."""


class Runtime(Protocol):
    """Runs programs of one kind."""

    def version(self) -> str:
        """Return the version that evidence of this runtime names.

        Raises:
            MissingRuntime: The runtime is not installed.
        """
        ...

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        """Run a batch of programs and give each output as soon as it is there, in any order.

        Raises:
            MissingRuntime: Something is not installed; programs without an output were not run.
        """
        ...


def compose(item: Item) -> Program:
    """Put the item's code in place of the line `@code` of its program.

    Without `evidence.program` the code alone is the program. A single-file component (`code.language: vue`)
    takes no line `@code`: the program imports it.

    Raises:
        BadProgram: The line `@code` is missing or occurs twice, or nothing imports the component.
    """
    code, evidence = item.code, item.evidence
    if code is None or not isinstance(evidence, Executed):
        raise BadProgram("only an item with code and executed evidence can be run")
    return compose_program(item.id, code, evidence.program)


def compose_program(name: str, code: Code, program: str | None) -> Program:
    """Compose code and a program that are not in an item yet, as `compose`; the program gets this name.

    Raises:
        BadProgram: As in `compose`.
    """
    if code.language == "vue":
        return _around_component(name, code, program)
    if program is None:
        return Program(name, code.text, code.language)
    places = len(_PLACE.findall(program))
    if places != 1:
        raise BadProgram(f"evidence.program must hold the line @code once, not {places} times")
    text = _PLACE.sub(lambda _: code.text.rstrip("\n"), program)
    return Program(name, text, code.language)


def _around_component(item_id: str, code: Code, program: str | None) -> Program:
    if program is None or COMPONENT not in program:
        raise BadProgram(f"evidence.program must import the item's component from './{COMPONENT}'")
    if _PLACE.search(program):
        raise BadProgram("evidence.program imports the component, so it takes no line @code")
    return Program(item_id, program, code.language, code.text)
