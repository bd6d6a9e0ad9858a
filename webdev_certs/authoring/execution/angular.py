"""Angular: a TypeScript module, compiled ahead of time by Angular's own compiler."""

from collections.abc import Iterator, Sequence

from webdev_certs.authoring.execution.built import run_built
from webdev_certs.authoring.execution.composing import Program
from webdev_certs.authoring.execution.runtimes import Output


class Angular:
    """Compiles a batch in one run of the compiler, whose start is slow, and runs each program in Node."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        return run_built(programs, "angular.mjs", "main.ts")
