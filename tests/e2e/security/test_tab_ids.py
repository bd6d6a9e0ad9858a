"""The id of a tab is in the URL of its WebSocket, and so in access logs: it must not open the tab's data."""

import asyncio
import json
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from benchmarks.websocket import Tab
from tests.e2e.journeys import Learner
from tests.e2e.product import Product
from webdev_certs.ui.reflex_internals import HYDRATION
from webdev_certs.ui.states.accounts.profile import ExportState

EXPORT = f"{ExportState.get_full_name()}.download"
PAGE = "/dashboard/profile"


def tab_id(page: Page) -> str:
    """Open a page that shows personal data, close it, and return the id of its tab."""
    page.goto(PAGE)
    expect(page.get_by_label("Full name")).not_to_have_value("")
    found = page.evaluate("sessionStorage.getItem('token')")
    page.close()
    return found


def in_another_loop(work: Coroutine[Any, Any, str]) -> str:
    """Run this outside the browser's event loop."""
    with ThreadPoolExecutor(1) as loop:
        return loop.submit(asyncio.run, work).result()


async def first_answer(product: Product, event: str, payload: dict[str, Any], tab: str) -> str:
    """Connect with a tab's id and this first event, and return the server's first answer."""
    connection = await Tab.open(product.port, PAGE, event, payload, tab, product.host, product.name)
    async with asyncio.timeout(20):
        answer = await connection.update()
    connection.close()
    return json.dumps(answer)


def test_the_id_of_a_tab_alone_shows_nothing(member: Page, learner: Learner, product: Product) -> None:
    other = member.context.new_page()
    # An event without hydration is refused.
    answer = in_another_loop(first_answer(product, EXPORT, {}, tab_id(member)))
    assert "_download" not in answer
    assert learner.email not in answer
    assert "_remove_session_storage" in answer, "the page would not hydrate again"
    # Hydration without the login session shows nothing.
    answer = in_another_loop(first_answer(product, HYDRATION, {"vars": {}}, tab_id(other)))
    assert "is_hydrated" in answer
    assert learner.email not in answer
    assert learner.name not in answer


def test_a_tab_that_reconnects_goes_on(member: Page, learner: Learner) -> None:
    connections: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        route.connect_to_server()
        connections.append(route)

    member.route_web_socket("**/_event/**", connect)
    member.goto(PAGE)
    expect(member.get_by_label("Full name")).to_have_value(learner.name)
    (first,) = connections
    first.close(code=1011)
    member.get_by_role("link", name="Progress").click()
    expect(member.get_by_text("No progress yet")).to_be_visible()
    assert len(connections) > 1
