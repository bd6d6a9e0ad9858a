"""Run the code of items that carry executed evidence.

From the top: `verifying` compares outputs with evidence; `node`, `java`, `components` (React, Vue, Angular)
and `csharp` run a batch of programs; `packages` and `processes` are shared by them; `programs` composes the
program of an item.
"""

from webdev_certs.authoring.execution.programs import MissingRuntime, Output, Runtime
from webdev_certs.authoring.execution.verifying import RUNTIMES, Verdict, executed_items, verify

__all__ = ["RUNTIMES", "MissingRuntime", "Output", "Runtime", "Verdict", "executed_items", "verify"]
