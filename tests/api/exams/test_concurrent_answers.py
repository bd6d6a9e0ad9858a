"""An answer that is saved while another tab goes on."""

import asyncio

import httpx
from sqlmodel import select

from tests.answering import save, start_exam
from tests.api.accounts.test_auth import problem, stored
from tests.factories import Account
from tests.statements import lock_awaited
from webdev_certs.server.api.context import new_context
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import Attempt
from webdev_certs.server.services.exams import answers


async def test_an_answer_concurrent_with_an_advance_gets_the_current_position(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(api, account)
    await save(api, account, state)
    async with resources.database.transaction() as db:
        (attempt,) = await db.exec(select(Attempt))
        await answers.advance(new_context(resources, db), attempt.user_id, attempt.id, 1)
        # Sent before the other tab's advance is committed, so it has to wait and check again.
        with lock_awaited("attempt_items") as awaited:
            saving = asyncio.create_task(save(api, account, state))
            await awaited.wait()
        # A later query is answered, and the save still waits.
        assert [row.position for row in await stored(resources, Attempt)] == [1]
        assert not saving.done()
    assert problem(await saving, 409, "position_not_current")["position"] == 2
