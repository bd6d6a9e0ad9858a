"""A PostgreSQL cluster for one test run: new, only on a Unix socket, and deleted afterwards."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncpg

_SHIPPED = Path(__file__).parents[1] / "deploy" / "postgresql"
_START_SECONDS = 30
# The server ends when standard input is closed, such as when the process at the other end is killed.
_UNTIL_EOF = '"$@" & read -r _; kill -QUIT $!; wait $!'
# The data need not survive a power cut. With autovacuum, new rows would often take the places of deleted
# ones, and rows of the same time would not be read in the order in which they were written.
_OPTIONS = {
    "autovacuum": "off",
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
}
_DISCONNECT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
_SIZES = """
    SELECT relname, pg_relation_size(oid) FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'
"""
# Without checks of foreign keys, the order of the tables does not matter.
_UNCHECKED = "SET session_replication_role = replica"
_LARGE_BYTES = 1 << 18
"""Truncating a table takes as long as deleting many rows, so only large ones are truncated."""


def find_programs() -> Path | None:
    """Return the folder with `initdb` and `postgres`, from PATH or Debian's newest; None if there is none."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(versions, key=lambda path: float(path.parent.name), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


class Cluster:
    """A PostgreSQL cluster; `stop` ends the process that `start` started and removes the files.

    Attributes:
        folder: Where its Unix socket and its data are.
    """

    def __init__(self, programs: Path, *, durable: bool = False, max_connections: int = 200) -> None:
        """Choose where the cluster is.

        Args:
            programs: The folder with `initdb` and `postgres`.
            durable: Whether a commit outlives `halt`, which takes more time.
            max_connections: The most connections, including three for superusers.
        """
        self._programs = programs
        self._options = _OPTIONS | {"max_connections": str(max_connections)}
        if durable:
            self._options["synchronous_commit"] = "on"
        # Short, because the path of a Unix socket can have at most 107 bytes.
        self.folder = Path(tempfile.mkdtemp(prefix="wdc-pg-"))
        self._data = self.folder / "data"
        self._process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Create the cluster and wait until it answers.

        Raises:
            RuntimeError: It did not start; the message ends with its log.
        """
        owner = _unprivileged()
        self._give_away(self.folder)
        initdb = [self._programs / "initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        subprocess.run(
            [*initdb, "--locale=C", "--no-sync"], check=True, capture_output=True, cwd="/", **owner
        )
        self.launch()

    def follow(self, primary: "Cluster") -> None:
        """Create the cluster as a streaming replica of another one, and wait until it answers."""
        self._give_away(self.folder)
        source = ("-h", primary.folder, "-U", "postgres", "--checkpoint=fast", "--write-recovery-conf")
        self.run("pg_basebackup", *source, "-D", self._data)
        self.launch()

    def launch(self) -> None:
        """Run the server of the created cluster and wait until it answers.

        Raises:
            RuntimeError: It did not start; the message ends with its log.
        """
        owner, log = _unprivileged(), self.folder / "log"
        options = [part for name, value in self._options.items() for part in ("-c", f"{name}={value}")]
        server = [self._programs / "postgres", "-D", self._data, "-k", self.folder, *options]
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                ["sh", "-c", _UNTIL_EOF, "sh", *server],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                cwd="/",
                # Ctrl-C must not reach the cluster: the tests still need it until they have ended.
                start_new_session=True,
                **owner,
            )
        deadline = time.monotonic() + _START_SECONDS
        ready = [self._programs / "pg_isready", "-h", self.folder]
        while subprocess.run(ready, capture_output=True).returncode:
            if time.monotonic() > deadline:
                message = log.read_text()[-2000:]
                self.stop()
                raise RuntimeError(f"PostgreSQL did not start:\n{message}")
            time.sleep(0.05)

    def stop(self) -> None:
        """End the server at once, even if there are connections, and remove its files."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def halt(self) -> None:
        """End the server at once, even if there are connections. `launch` runs it again."""
        if self._process:
            self._process.communicate(timeout=_START_SECONDS)
            self._process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Suspend all processes of the server (SIGSTOP): connections stay open, and nothing is answered."""
        # The first process must not start others at the same time.
        os.kill(self._first_process(), signal.SIGSTOP)
        processes = self.processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def processes(self) -> list[int]:
        """Return the ids of all processes of the server."""
        first = self._first_process()
        children = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout.split()
        return [*map(int, children), first]

    def _first_process(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split()[0])

    def include(self, name: str, moment: datetime | None = None) -> None:
        """Append a file of deploy/postgresql to the settings, which count from the next `launch` on.

        Args:
            name: The name of the file. Its archive is in the folder of the cluster.
            moment: The moment to go back to.
        """
        archive = self.folder / "archive"
        archive.mkdir(exist_ok=True)
        self._give_away(archive)
        text = (_SHIPPED / name).read_text().replace("/archive/", f"{archive}/")
        if moment:
            text = text.replace("'MOMENT'", f"'{moment.isoformat()}'")
        with (self._data / "postgresql.conf").open("a") as settings:
            settings.write(text)

    def _give_away(self, folder: Path) -> None:
        owner = _unprivileged()
        if owner:
            os.chown(folder, owner["user"], owner["group"])

    def url(self, database: str) -> str:
        """Return the SQLAlchemy URL of a database."""
        return f"postgresql+asyncpg://postgres@/{database}?host={self.folder}"

    @contextmanager
    def new_database(self, name: str, *, migrated: bool = False) -> Iterator[str]:
        """Create a database, without tables or as `migrated` is, yield its URL, and drop it."""
        # Copying the files is the fastest way.
        template = " TEMPLATE migrated STRATEGY FILE_COPY" if migrated else ""
        self.execute(f"CREATE DATABASE {name}{template}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def run(self, program: str, *arguments: str | Path) -> None:
        """Run one of PostgreSQL's programs as the user of the server, so that its files are the server's."""
        subprocess.run([self._programs / program, *arguments], check=True, cwd="/", **_unprivileged())

    def execute(self, statement: str) -> Any:
        """Run one statement outside of a transaction, as `CREATE DATABASE` requires.

        Returns:
            The first value that it finds; None without one.
        """
        return asyncio.run(self._execute(statement))

    def empty(self, database: str) -> set[str]:
        """Close all connections to a migrated database, delete all rows, and return the table names."""
        return asyncio.run(self._empty(database))

    async def _execute(self, statement: str) -> Any:
        async with self._connected("postgres") as connection:
            return await connection.fetchval(statement)

    async def _empty(self, database: str) -> set[str]:
        async with self._connected(database) as connection:
            await connection.execute(_DISCONNECT)
            sizes: dict[str, int] = dict(await connection.fetch(_SIZES))
            small = [table for table, size in sizes.items() if 0 < size <= _LARGE_BYTES]
            deletions = [f'DELETE FROM "{table}"' for table in small]
            await connection.execute(";".join([_UNCHECKED, *deletions]))
            if large := [f'"{table}"' for table, size in sizes.items() if size > _LARGE_BYTES]:
                await connection.execute(f"TRUNCATE {', '.join(large)} CASCADE")
        return set(sizes)

    @asynccontextmanager
    async def _connected(self, database: str) -> AsyncIterator[Any]:
        connection = await asyncpg.connect(host=str(self.folder), user="postgres", database=database)
        try:
            yield connection
        finally:
            await connection.close()


def _unprivileged() -> dict[str, Any]:
    # PostgreSQL refuses to run as root.
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    account = names.get("postgres") or names["nobody"]
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
