"""What all runtimes have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from webdev_certs.authoring.execution.composing import Program


class MissingRuntime(Exception):
    """This machine lacks what the runtime needs; says what."""


@dataclass(frozen=True)
class Output:
    """What one program printed, or why it did not finish."""

    item_id: str
    stdout: str = ""
    failure: str = ""
    """Empty when the program ended well."""


class Runtime(Protocol):
    """Runs programs of one kind."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        """Run a batch of programs and give each output as soon as it is there, in any order.

        Raises:
            MissingRuntime: Something is not installed; programs without an output were not run.
        """
        ...
