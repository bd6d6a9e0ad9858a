"""What the server logs of what browsers send."""

import re
from pathlib import Path

from playwright.sync_api import Page

from tests.e2e.journeys import wait_until
from tests.e2e.product import Product

_SECRET = "sw0rdfish"
_SEND = """
([secret, marker]) => new Promise((done) => {
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/_event/?EIO=4&transport=websocket` +
    `&token=${secret}`);
  const send = (data) => socket.send("42/_event," + JSON.stringify(data));
  socket.onmessage = ({ data }) => {
    if (data.startsWith("0")) socket.send("40/_event,{}");
    if (!data.startsWith("40")) return;
    const payload = { password: secret, text: `\\n2026 ERROR forged \\u001b[2J` };
    send(["event", { name: `${marker}\\nforged`, payload }]);
    send(["event", { nam: marker, payload }]);
    send(["event", [secret]]);
    send(["event", `${secret} ${marker}`]);
    socket.send(`42/_event,{${secret}`);
    done();
  };
})
"""
_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR|CRITICAL) \S+ \S+: .*")


def test_unknown_events_are_logged_without_their_payload_on_one_line_each(page: Page, product: Product):
    page.goto("/about")
    before = len(product.log.read_text())
    page.evaluate(_SEND, [_SECRET, "marker"])
    # Reflex handles events after they were received, in its own order.
    wait_until(page, lambda: len(_errors(_new_lines(product.log, before))) >= 5)
    lines = _new_lines(product.log, before)
    assert _SECRET not in "\n".join(lines)
    unknown = [line for line in lines if "No registered handler" in line]
    assert len(unknown) == 1
    assert r"marker\nforged" in unknown[0]
    assert all(_LINE.fullmatch(line) and line.isprintable() for line in lines), lines
    assert len(_errors(lines)) == 5


def test_the_access_log_has_no_query(page: Page, product: Product):
    before = len(product.log.read_text())
    page.goto(f"/about?token={_SECRET}")
    assert page.request.get(f"/api/tests?token={_SECRET}").status == 401
    wait_until(page, lambda: "GET /api/tests 401" in "\n".join(_new_lines(product.log, before)))
    assert _SECRET not in "\n".join(_new_lines(product.log, before))


def _errors(lines: list[str]) -> list[str]:
    return [line for line in lines if "Z ERROR " in line]


def _new_lines(log: Path, before: int) -> list[str]:
    return log.read_text()[before:].split("\n")[:-1]
