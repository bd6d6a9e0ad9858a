"""The PostgreSQL of a fleet: with the shipped settings, on a disk that can be full, and with replicas."""

import subprocess
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from tests.postgres import Cluster
from tests.waiting import block_until
from webdev_certs.server.database.outage import DRIVER_ERRORS

_DISK, _PIECE = "3g", 1 << 20
_FULL_SECONDS = 10
_IS_FOLLOWED = "SELECT count(*) > 0 FROM pg_stat_replication WHERE sync_state = 'sync'"


class Postgres:
    """One address of the product's database, whichever server has it.

    Attributes:
        cluster: The server that has it now.
        has_disk: Whether the server has a disk of its own, which only root can give it.
    """

    def __init__(self, programs: Path, held: ExitStack) -> None:
        """Start a server.

        Args:
            programs: The folder with `initdb` and `postgres`.
            held: Stops all servers when it is closed.
        """
        self._programs, self._held = programs, held
        self.has_disk = True
        self.cluster = self._new_server()
        self.cluster.start()
        self.cluster.include("archiving.conf")
        self.restart()
        self._address = self.cluster.folder.with_name(f"{self.cluster.folder.name}-now")
        held.callback(self._address.unlink, missing_ok=True)
        self._move()

    def url(self, database: str) -> str:
        """Return the URL of a database, which stays the same after a failover."""
        return self.cluster.url(database).replace(str(self.cluster.folder), str(self._address))

    def restart(self, away: float = 0.0) -> None:
        """Kill the server, and start it again after some seconds."""
        self.cluster.halt()
        time.sleep(away)
        self.cluster.launch()

    def fail_over(self) -> None:
        """Create a synchronous replica, kill the server, and let the replica have the address."""
        primary, replica = self.cluster, self._new_server()
        replica.follow(primary)
        # What is confirmed is on both.
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.execute("SELECT pg_reload_conf()")
        block_until(lambda: primary.execute(_IS_FOLLOWED), lambda: "the replica does not follow")
        primary.halt()
        replica.execute("SELECT pg_promote()")
        self.cluster = replica
        self._move()

    def fill_disk(self) -> None:
        """Leave no room for data and WAL for some seconds, and start the server again when there is some."""
        filler = self.cluster.folder / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(_PIECE))
        end = time.monotonic() + _FULL_SECONDS
        while time.monotonic() < end:
            # So that it needs new files. It ends when it cannot create one.
            with suppress(*DRIVER_ERRORS):
                self.cluster.execute("SELECT pg_switch_wal()")
            time.sleep(1)
        filler.unlink()
        self.restart()

    def _new_server(self) -> Cluster:
        server = Cluster(self._programs, durable=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", server.folder]
        if subprocess.run(mount, capture_output=True).returncode:
            self.has_disk = False
        else:
            self._held.callback(server.folder.rmdir)
            self._held.callback(subprocess.run, ["umount", server.folder], check=True)
        self._held.callback(server.stop)
        return server

    def _move(self) -> None:
        """Let the address lead to the server that has the database now."""
        new = self._address.with_suffix(".new")
        new.symlink_to(self.cluster.folder)
        new.replace(self._address)
