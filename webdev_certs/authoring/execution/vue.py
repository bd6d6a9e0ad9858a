"""Vue: a module, or a single-file component with the module that imports it."""

from collections.abc import Iterator, Sequence

from webdev_certs.authoring.execution.built import run_built
from webdev_certs.authoring.execution.composing import Program
from webdev_certs.authoring.execution.runtimes import Output


class Vue:
    """Bundles a batch at once and runs each program in Node."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        return run_built(programs, "bundle.mjs", "main.ts")
