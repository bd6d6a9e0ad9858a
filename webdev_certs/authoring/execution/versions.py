"""Which version of a runtime this machine runs programs with."""

import json
import re
import tempfile
from pathlib import Path

from webdev_certs.authoring.execution.composing import Program
from webdev_certs.authoring.execution.csharp import CSharp
from webdev_certs.authoring.execution.java import find_jdk, major_version
from webdev_certs.authoring.execution.packages import PINNED
from webdev_certs.authoring.execution.processes import find_tool, run_process
from webdev_certs.authoring.execution.runtimes import MissingRuntime

_PACKAGES = {"react": "react", "vue": "vue", "angular": "@angular/core"}
_DOTNET = re.compile(r"\d+\.\d+\.\d+(?:-(?:preview|rc)\.\d+)?")
_ASK_DOTNET = """using System.Reflection;
var about = typeof(object).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>();
Console.WriteLine(about!.InformationalVersion);
"""


def runtime_version(runtime: str) -> str:
    """Return the version that evidence of this runtime names.

    Raises:
        MissingRuntime: The runtime is not installed.
    """
    match runtime:
        case "java":
            return str(major_version(find_jdk()))
        case "node":
            with tempfile.TemporaryDirectory() as folder:
                return (
                    run_process([find_tool("node"), "--version"], Path(folder), "").stdout.strip().lstrip("v")
                )
        case "csharp":
            output = next(CSharp().run([Program("version", _ASK_DOTNET, "csharp")]))
            if output.failure:
                raise MissingRuntime(f"the C# runtime does not start: {output.failure}")
            return _DOTNET.findall(output.stdout)[0]
        case _:
            pinned = json.loads((PINNED / "package.json").read_text("utf-8"))
            return pinned["dependencies"][_PACKAGES[runtime]]
