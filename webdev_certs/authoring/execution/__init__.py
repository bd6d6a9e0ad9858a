"""Run the code of items that carry executed evidence.

`verify` is all that a caller needs. The rest, from the top: `verifying` compares outputs with evidence, one
module a runtime runs a batch of programs, `built`, `packages`, `browser` and `processes` are shared by the
runtimes, and `composing` makes the program of an item.
"""

from webdev_certs.authoring.execution.runtimes import MissingRuntime, Output, Runtime
from webdev_certs.authoring.execution.verifying import RUNTIMES, Verdict, executed_items, verify

__all__ = ["RUNTIMES", "MissingRuntime", "Output", "Runtime", "Verdict", "executed_items", "verify"]
