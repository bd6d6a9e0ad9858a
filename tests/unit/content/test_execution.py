"""Running the code of items."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.unit.content.author import item
from webdev_certs.server.content import execution
from webdev_certs.server.content.execution import executed_items, has_runtime, run_item
from webdev_certs.server.content.format import Item


def program(code: str, stdout: str, runtime: str = "node") -> Item:
    """An item whose evidence is that `code` prints `stdout`."""
    evidence = {"kind": "executed", "runtime": runtime, "version": "1", "stdout": stdout}
    changes: dict[str, Any] = {"code": {"language": "js", "text": code}, "evidence": evidence}
    return Item.model_validate(item("single_choice", **changes))


@pytest.fixture(autouse=True)
def _node_of_the_virtual_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    ("code", "stdout"),
    [
        ("console.log(1)", "1"),
        ("console.log(1)", "\n1\n\n"),
        ("console.log('é €')", "é €"),
        ("", ""),
        ("console.error('note'); console.log(await Promise.resolve(2))", "2\n"),
        ("export const a = 1; console.log(import.meta.url.endsWith('main.mjs'))", "true"),
        ("import { readdirSync } from 'node:fs'; console.log(readdirSync('.').join())", "main.mjs"),
    ],
)
def test_what_it_prints_is_compared(code: str, stdout: str):
    assert run_item(program(code or ";", stdout)) is None


def test_another_output_is_told():
    assert run_item(program("console.log(1)", "2")) == "printed '1', the evidence says '2'"


@pytest.mark.parametrize("code", ["throw new Error('no')", "console.log(", "process.exit(3)"])
def test_a_failure_is_told(code: str):
    fault = run_item(program(code, ""))
    assert fault is not None
    assert fault.startswith("node exited with ")


def _ends(process: int) -> bool:
    """Whether it ends within seconds; what was killed may stay as a zombie until it is reaped."""
    for _ in range(100):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
        if state.stdout.strip()[:1] in ("", "Z"):
            return True
        time.sleep(0.1)
    return False


def test_endless_code_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(execution, "TIMEOUT_SECONDS", 2)
    noted = tmp_path / "pid"
    code = f"import fs from 'fs'; fs.writeFileSync({str(noted)!r}, String(process.pid)); for (;;);"
    assert run_item(program(code, "")) == "ran for more than 2 s"
    assert _ends(int(noted.read_text()))


def test_a_runtime_that_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    executed, cited = program("1", ""), Item.model_validate(item())
    assert has_runtime(executed)
    assert not has_runtime(cited)
    assert executed_items([cited, executed]) == [executed]
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not has_runtime(executed)
