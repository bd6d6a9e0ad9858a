"""A systemd of its own for tests, which runs the shipped unit."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from sys import base_prefix

from tests.conftest import ROOT
from tests.contract.programs import Unavailable, skip_unless_required
from tests.waiting import block_until

_SYSTEMD = Path("/lib/systemd/systemd")
_BOOT = Path(__file__).with_name("boot.sh")
_UNIT = ROOT / "deploy" / "systemd" / "webdev-certs@.service"
_END_SECONDS = 60


class Systemd:
    """A running systemd, in namespaces of its own.

    Attributes:
        state: What is /var/lib there; its `unit.log` has the output of units.
    """

    def __init__(self, process: int, state: Path) -> None:
        self._enter = ["nsenter", "--target", str(process), "--mount", "--pid", "--cgroup"]
        self.state = state

    def systemctl(self, *arguments: str) -> str:
        """Run `systemctl` there and return its output.

        Raises:
            CalledProcessError: It failed.
        """
        command = [*self._enter, "systemctl", *arguments]
        return subprocess.run(
            command, check=True, capture_output=True, text=True, timeout=_END_SECONDS
        ).stdout.strip()

    def property(self, unit: str, name: str) -> str:
        """Return a property of a unit, such as its `MainPID`."""
        return self.systemctl("show", "--value", f"--property={name}", unit)

    def log(self) -> str:
        """Return the output of the units."""
        log = self.state / "unit.log"
        return log.read_text() if log.exists() else ""


@contextmanager
def booted(unit: str, files: Mapping[str, str], folder: Path) -> Iterator[Systemd]:
    """Boot systemd with an instance of the shipped unit for the duration of the block.

    Args:
        unit: The instance.
        files: What /etc/webdev-certs has: name → content. Root alone can read all but the settings.
        folder: Where the files of the machine are; `state` in it is /var/lib there.
    """
    groups = _own_control_group(folder.name)
    settings, units = folder / "etc" / "webdev-certs", folder / "etc" / "systemd" / "system"
    for created in (settings, units, folder / "state"):
        created.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (settings / name).write_text(content)
        (settings / name).chmod(0o644 if name == "settings.env" else 0o600)
    shutil.copy(_UNIT, units)
    boot = ["bash", str(_BOOT), str(folder), str(ROOT), base_prefix, unit]
    isolated = ["unshare", "--mount", "--pid", "--cgroup", "--fork", "--kill-child", *boot]
    process = subprocess.Popen(
        # It joins its control group before the namespace makes that the root of all.
        ["sh", "-c", f'echo $$ > {groups}/cgroup.procs; exec "$@"', "sh", *isolated],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield Systemd(_child(process.pid), folder / "state")
    finally:
        process.kill()
        process.wait()
        _remove(groups)


def _own_control_group(name: str) -> Path:
    """Make a control group for a systemd; skip the test if that cannot be done on this machine."""
    roots = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines() if " cgroup2 " in line]
    if os.geteuid() or not _SYSTEMD.exists() or not roots:
        reason = "it needs root, and cgroup2"
        skip_unless_required("systemd", Unavailable(reason, never_required=True))
    group = Path(roots[0]) / f"webdev-certs-{name}"
    try:
        group.mkdir()
    except OSError as error:
        skip_unless_required("systemd", Unavailable(str(error), never_required=True))
    return group


def _child(process: int) -> int:
    """Return the id of the only child of `unshare`, once it has become systemd."""
    children = Path(f"/proc/{process}/task/{process}/children")

    def is_systemd() -> bool:
        found = children.read_text().split()
        return bool(found) and Path(f"/proc/{found[0]}/comm").read_text() == "systemd\n"

    block_until(is_systemd, lambda: "systemd does not start")
    return int(children.read_text())


def _remove(group: Path) -> None:
    """Remove a control group, with those in it, once its processes have ended."""

    def is_removed() -> bool:
        for inner in sorted([group, *group.rglob("*/")], reverse=True):
            with suppress(OSError):
                inner.rmdir()
        return not group.exists()

    block_until(is_removed, lambda: f"{group} has processes")
