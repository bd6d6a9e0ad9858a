"""The product's jobs, which have just run when a test's API starts."""

from fastapi import FastAPI

from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models.operations import JobRun
from webdev_certs.server.services.jobs import scheduled_jobs
from webdev_certs.server.services.shared.inserts import upsert


async def store_finished_jobs(app: FastAPI) -> None:
    """Store that every job has just run, because running all of them takes longer than most tests."""
    resources: Resources = app.state.resources
    now = resources.clock()
    ended = {"finished_at": now, "outcome": "done"}
    rows = [
        {"name": job.name, "due_at": now + job.every, **ended}
        for job in scheduled_jobs(lambda: new_context(resources))
    ]
    async with resources.database.transaction() as db:
        # An earlier process of the test may have stored them.
        await upsert(db, JobRun, ("name",), rows)
