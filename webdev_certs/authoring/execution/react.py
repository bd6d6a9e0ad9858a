"""React: a module with JSX, bundled with react and react-dom."""

from collections.abc import Iterator, Sequence

from webdev_certs.authoring.execution.built import run_built
from webdev_certs.authoring.execution.composing import Program
from webdev_certs.authoring.execution.runtimes import Output


class React:
    """Bundles a batch at once and runs each program in Node."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        # TSX holds JavaScript, TypeScript and JSX alike.
        return run_built(programs, "bundle.mjs", "main.tsx")
