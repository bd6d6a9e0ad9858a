"""Run code that is evidence.

From the top: `verifying` compares outputs with evidence; `node` (also for React, Vue and Angular), `java` and
`csharp` run a batch of programs; `packages` and `processes` are shared by them; `programs` composes a
program. `jail` is for programs that nobody has read yet.
"""

from webdev_certs.authoring.execution.programs import MissingRuntime, Output, Runtime
from webdev_certs.authoring.execution.verifying import RUNTIMES, Claim, Verdict, claims, verify

__all__ = ["RUNTIMES", "Claim", "MissingRuntime", "Output", "Runtime", "Verdict", "claims", "verify"]
