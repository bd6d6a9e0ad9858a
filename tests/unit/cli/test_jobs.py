"""`webdev-certs jobs` lists the background jobs and runs one."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.unit.cli.command_database import CommandDatabase
from tests.unit.cli.operated import call
from webdev_certs.server.models import JobRun, OutboxMail


@pytest.mark.usefixtures("bank_read_once")
def test_a_job_is_run_and_listed(command_database: str):
    database = CommandDatabase(command_database)
    old = datetime.now(UTC) - timedelta(days=8)
    mail = OutboxMail(
        recipient="ada@example.com", subject="", text="", html="", created_at=old, next_try_at=None
    )
    database.add(mail)
    result = call("jobs", "run", "remove-mails")
    assert (result.exit_code, result.output) == (0, "remove-mails: done\n")
    assert database.all(OutboxMail) == []
    (run,) = database.all(JobRun)
    assert run.finished_at
    assert run.due_at == run.finished_at + timedelta(hours=1)
    header, line = call("jobs").output.splitlines()
    assert header.split() == ["job", "started", "finished", "outcome", "next", "due"]
    assert line.split()[0] == "remove-mails"
    assert f"{run.due_at:%Y-%m-%d %H:%M:%S}" in line


@pytest.mark.one_database
@pytest.mark.usefixtures("bank_read_once")
def test_an_unknown_job_names_the_known_ones(command_database: str):
    result = call("jobs", "run", "nothing")
    assert result.exit_code == 2
    assert "there is no job nothing; there are overdue-tests, " in result.output
