"""What drafted programs can do in the jail, and what they cannot."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from tests.jails import needs_jail
from webdev_certs.authoring.execution import jail
from webdev_certs.authoring.execution.jail import Jail, jailed_runtimes
from webdev_certs.authoring.execution.programs import Output, Program

pytestmark = [pytest.mark.one_database, needs_jail]


def run(text: str, seconds: float = 30) -> Output:
    """Run a program of Node in the jail."""
    runtime = jailed_runtimes(Jail(seconds))["node"]
    (output,) = runtime.run([Program("drafted", text, "js", group="family")])
    return output


def test_a_program_prints_what_it_computes():
    assert run("console.log(6 * 7)") == Output("drafted", "42\n")


def test_there_is_no_network():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        output = run(f"""
            import {{ connect }} from 'node:net';
            import {{ networkInterfaces }} from 'node:os';
            console.log(Object.keys(networkInterfaces()).join());
            connect({port}, '127.0.0.1').on('error', (error) => console.log(error.code));
        """)
        server.settimeout(0.1)
        with pytest.raises(TimeoutError):
            server.accept()
    assert output.stdout.split() == ["lo", "ECONNREFUSED"]


def test_nothing_can_be_written_but_a_little_in_tmp():
    output = run("""
        import { writeFileSync } from 'node:fs';
        const size = 20 * 2 ** 20;
        for (const [file, bytes] of [
          ['/usr/bin/evil', 1], ['/etc/evil', 1], ['/evil', 1], ['/root/evil', 1], ['/dev/evil', 1],
          ['/dev/shm/evil', 1], ['/proc/sys/kernel/hostname', 1], ['evil', 1], ['/tmp/small', 1],
          ['/tmp/large', size],
        ]) {
          try {
            writeFileSync(file, Buffer.alloc(bytes));
            console.log(file);
          } catch {}
        }
    """)
    assert output.stdout.split() == ["/tmp/small"]


def test_secrets_in_the_environment_and_in_files_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    secret = "sk-never-to-be-seen"
    monkeypatch.setenv("LLM_API_KEY", secret)
    (tmp_path / "secret").write_text(secret)
    with NamedTemporaryFile(dir=Path.home()) as at_home:
        output = run(f"""
        import {{ existsSync, readFileSync, readdirSync }} from 'node:fs';
        console.log(Object.keys(process.env).sort().join());
        const files = ['{tmp_path}/secret', '{at_home.name}', '{Path.cwd()}/pyproject.toml', '/etc/passwd'];
        for (const file of files) if (existsSync(file)) console.log(file);
        const processes = readdirSync('/proc').filter(Number);
        console.log(processes.length < 5);
        for (const id of processes)
          try {{
            if (readFileSync(`/proc/${{id}}/environ`, 'utf8').includes('{secret[:6]}')) console.log(id);
          }} catch {{}}
    """)
    names = "HOME,LANG,LC_ALL,NO_COLOR,PATH,PWD,TZ"
    assert output.stdout.split() == [names, "true"]


def test_a_fork_bomb_ends():
    output = run(
        """
        import { spawnSync } from 'node:child_process';
        const bomb = 'for i in $(seq 2000); do sleep 61.37 & done; jobs -p | wc -l';
        console.log(spawnSync('bash', ['-c', bomb]).stdout?.toString());
        """,
        seconds=4,
    )
    started = int(output.stdout.strip() or 0)
    assert output.failure == "ran out of time" or started < 256
    # The kernel ends them just after the program.
    while "61.37" in subprocess.run(["ps", "ax"], capture_output=True, text=True, check=True).stdout:
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("text", "seconds", "reason"),
    [
        ("for (;;);", 2, "ran out of time"),
        ("setInterval(() => {}, 1000)", 2, "ran out of time"),
        ("const kept = []; for (;;) kept.push(new Uint8Array(1e7).fill(1));", 30, "node exited with"),
        (
            "import { writeSync } from 'node:fs'; for (;;) writeSync(1, 'x'.repeat(9999));",
            30,
            "printed more than 256 KiB",
        ),
    ],
    ids=["an endless loop", "a timer", "memory", "output"],
)
def test_a_program_that_takes_too_much_is_ended(text: str, seconds: float, reason: str):
    output = run(text, seconds)
    assert output.failure.startswith(reason)


def test_processes_together_may_not_take_too_much_memory_either():
    output = run("""
        import { spawn } from 'node:child_process';
        const eat = 'const a = new Uint8Array(4e8).fill(1); setInterval(() => a, 1000)';
        for (let i = 0; i < 5; i++) spawn(process.execPath, ['-e', eat]);
        setInterval(() => {}, 1000);
    """)
    assert output.failure == "used more than 1024 MiB of memory"


def test_the_programs_of_a_draft_share_their_time():
    runtime = jailed_runtimes(Jail(seconds=2))["node"]
    outputs = list(runtime.run([Program(str(number), "for (;;);", "js") for number in range(4)]))
    assert {output.failure for output in outputs} == {
        "ran out of time",
        "the time for all programs of the draft is used up",
    }


def run_csharp(*texts: str, seconds: float = 120) -> list[Output]:
    """Run programs of one C# draft in the jail."""
    runtime = jailed_runtimes(Jail(seconds))["csharp"]
    outputs = list(runtime.run([Program(str(number), text, "csharp") for number, text in enumerate(texts)]))
    assert [output.item_id for output in outputs] == [str(number) for number in range(len(texts))]
    return outputs


def with_javascript(script: str) -> str:
    """Return a C# program that leaves .NET: it prints the value of a script, which Node evaluates."""
    return f"""
        using System.Runtime.InteropServices.JavaScript;
        JSMarshalerType[] types = [JSMarshalerType.String, JSMarshalerType.String];
        var evaluate = JSFunctionBinding.BindJSFunction("globalThis.eval", null!, types);
        Span<JSMarshalerArgument> passed = stackalloc JSMarshalerArgument[3];
        passed[0].Initialize();
        passed[1].Initialize();
        passed[2].ToJS({json.dumps(script)});
        JSFunctionBinding.InvokeJS(evaluate, passed);
        passed[1].ToManaged(out string? value);
        Console.WriteLine(value);
    """


def test_csharp_programs_print_what_they_compute():
    first, second, third, fourth = run_csharp(
        "Console.WriteLine(string.Join(' ', new[] { 3, 1, 2 }.Order().Select(each => each * 1.5)));",
        "Console.WriteLine(new Point(1, 2) with { X = 7 }); record Point(int X, int Y);",
        'Console.WriteLine(1); throw new InvalidOperationException("boom");',
        'int one = "1";',
    )
    assert (first.stdout, first.failure) == ("1.5 3 4.5\n", "")
    assert (second.stdout, second.failure) == ("Point { X = 7, Y = 2 }\n", "")
    assert third.stdout == "1\n"
    assert third.failure == "the program failed: System.InvalidOperationException: boom"
    assert fourth.failure == "CS0029: Cannot implicitly convert type 'string' to 'int'"


def test_csharp_has_no_network_files_or_secrets_even_outside_of_dotnet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LLM_API_KEY", "sk-never-to-be-seen")
    (tmp_path / "secret").write_text("sk-never-to-be-seen")
    with socket.create_server(("127.0.0.1", 0)) as server:
        connect = f"""
            require('node:net').connect({server.getsockname()[1]}, '127.0.0.1')
              .on('error', (error) => console.log(error.code))
        """
        outputs = run_csharp(
            'Console.WriteLine(File.Exists("/etc/passwd") || File.Exists("csharp.mjs"));',
            with_javascript("Object.keys(process.getBuiltinModule('os').networkInterfaces()).join()"),
            with_javascript(f"""
                process.getBuiltinModule('child_process')
                  .spawnSync(process.execPath, ['-e', {json.dumps(connect)}], {{ encoding: 'utf8' }}).stdout
            """),
            with_javascript("Object.keys(process.env).sort().join()"),
            with_javascript(f"""
                ['{tmp_path}/secret', '{Path.cwd()}/pyproject.toml', '/etc/passwd']
                  .filter(process.getBuiltinModule('fs').existsSync).join()
            """),
            with_javascript("""
                ['/usr/bin/evil', '/etc/evil', '/evil', 'csharp.mjs', 'node_modules/evil', '/tmp/small']
                  .filter((file) => {
                    try {
                      process.getBuiltinModule('fs').writeFileSync(file, '');
                      return true;
                    } catch {}
                  }).join()
            """),
        )
        server.settimeout(0.1)
        with pytest.raises(TimeoutError):
            server.accept()
    names = "HOME,LANG,LC_ALL,NO_COLOR,PATH,PWD,TZ"
    assert [output.failure for output in outputs] == [""] * 6
    assert [output.stdout.strip() for output in outputs] == [
        *("False", "lo", "ECONNREFUSED", names),
        *("", "/tmp/small"),
    ]


def test_a_csharp_program_that_hangs_or_takes_too_much_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(jail, "SECONDS", 8)
    eat = "Buffer.alloc(4e8, 1)"
    outputs = run_csharp(
        "Console.WriteLine(1);",
        "while (true) { }",
        "Console.WriteLine(2);",
        "var kept = new List<byte[]>(); while (true) kept.Add(new byte[10_000_000]);",
        "Console.WriteLine(3);",
        with_javascript(f"globalThis.kept = [{eat}, {eat}, {eat}, {eat}]; ''"),
        "Console.WriteLine(4);",
    )
    assert [output.stdout for output in outputs[::2]] == ["1\n", "2\n", "3\n", "4\n"]
    assert all(output.failure for output in outputs[1::2])
    assert outputs[1].failure == "ran out of time"
    assert "OutOfMemoryException" in outputs[3].failure
    assert "Failed to allocate memory" in outputs[5].failure


def test_a_csharp_program_that_writes_results_itself_is_told():
    (output,) = run_csharp(with_javascript("process.stdout.write('forged\\n'); ''"))
    assert output.failure == "the program disturbed the runtime, which printed forged"


def test_without_user_namespaces_nothing_is_run():
    """Another jail, in which somebody who is not root cannot make namespaces, is such a machine."""
    code = "from webdev_certs.authoring.execution.jail import Jail; Jail()"
    outer = ["bwrap", "--unshare-user", "--uid", "1000", "--disable-userns", "--dev-bind", "/", "/"]
    done = subprocess.run([*outer, sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingRuntime: bubblewrap cannot make a jail on this machine" in done.stderr
