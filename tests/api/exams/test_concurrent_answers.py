"""An answer that is saved while another tab goes on."""

import asyncio

import httpx
from sqlalchemy import Engine, event
from sqlmodel import select

from tests.answering import save, start_exam
from tests.api.accounts.test_auth import problem, stored
from tests.factories import Account
from webdev_certs.server.api.context import new_context
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt
from webdev_certs.server.services.exams import advancing


async def test_an_answer_concurrent_with_an_advance_gets_the_current_position(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(api, account)
    await save(api, account, state)
    loop, must_wait = asyncio.get_running_loop(), asyncio.Event()

    def note(_connection, _cursor, statement, *_rest):
        # The statement that waits for the lock: on PostgreSQL the SELECT, on SQLite the UPDATE.
        if "FOR SHARE" in statement or statement.startswith("UPDATE attempt_items"):
            loop.call_soon_threadsafe(must_wait.set)

    async with resources.database.transaction() as db:
        (attempt,) = await db.exec(select(Attempt))
        await advancing.advance(new_context(resources, db), attempt.user_id, attempt.id, 1)
        # Sent before the other tab's advance is committed, so it has to wait and check again.
        event.listen(Engine, "before_cursor_execute", note)
        try:
            saving = asyncio.create_task(save(api, account, state))
            await must_wait.wait()
        finally:
            event.remove(Engine, "before_cursor_execute", note)
        # A later query is answered, and the save still waits.
        assert [row.position for row in await stored(resources, Attempt)] == [1]
        assert not saving.done()
    assert problem(await saving, 409, "position_not_current")["position"] == 2
