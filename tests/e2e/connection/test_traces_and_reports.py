"""What a process tells a collector of traces and a service for errors, by the protocols that these speak."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from playwright.sync_api import Page
from sentry_sdk.envelope import Envelope

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import Learner, answer_and_check, expect_question, wait_until
from tests.e2e.product import Product


@dataclass
class Received:
    """What a collector and a service for errors have got, as the protocols' own packages read it."""

    port: int = 0
    bodies: list[bytes] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    reports: list[dict[str, Any]] = field(default_factory=list)

    def trace_of(self, name: str) -> list[Span]:
        """Return all spans of the newest trace with a span of this name."""
        found = [span.trace_id for span in self.spans if span.name == name]
        return [span for span in self.spans if found and span.trace_id == found[-1]]


@pytest.fixture
def received() -> Iterator[Received]:
    received = Received()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            received.bodies.append(body)
            if self.path == "/v1/traces":
                for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                    received.spans += [span for scope in resource.scope_spans for span in scope.spans]
            else:
                events = [item.payload.json for item in Envelope.deserialize(body).items]
                received.reports += [event for event in events if event and "logentry" in event]
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    received.port = server.server_port
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield received
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def observed(product: Product, received: Received) -> Iterator[Product]:
    """Start the product with somebody to tell."""
    own = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{received.port}",
        "OTEL_TRACES_SAMPLER_ARG": "1",
        "SENTRY_DSN": f"http://key@127.0.0.1:{received.port}/1",
        "LOG_FORMAT": "json",
    }
    product.kill()
    product.environment |= own
    product.start()
    yield product
    product.kill()
    for name in own:
        del product.environment[name]


def test_a_trace_leads_from_the_event_to_the_statements_and_a_report_to_the_error(
    observed: Product,
    received: Received,
    member: Page,
    key: AnswerKey,
    learner: Learner,
    tokens: dict[str, Any],
) -> None:
    member.goto("/practice-test/react")
    expect_question(member, 1)
    answer_and_check(member, key)
    call = "POST /api/practice/{practice_session_id}/answers/{position}"
    wait_until(member, lambda: received.trace_of(call))
    spans = received.trace_of(call)
    (answered,) = [span for span in spans if span.name == call]
    (event,) = [span for span in spans if span.span_id == answered.parent_span_id]
    assert (event.kind, event.parent_span_id) == (Span.SPAN_KIND_CONSUMER, b"")
    assert "practice" in event.name
    statements = [_attributes(span).get("db.statement", "") for span in spans]
    assert any("practice_items" in statement for statement in statements), statements

    with observed.without_table("practice_items"):
        member.get_by_role("button", name="Next question").click()
        wait_until(member, lambda: received.reports)
    (report,) = received.reports
    assert "practice_items" in report["logentry"]["message"]
    frames = report["exception"]["values"][-1]["stacktrace"]["frames"]
    assert any(frame["module"].startswith("webdev_certs.server") for frame in frames)
    assert not any("vars" in frame for frame in frames)
    lines = [json.loads(line) for line in observed.log_end().splitlines() if line.startswith("{")]
    (line,) = [line for line in lines if line["level"] == "ERROR"]
    assert report["tags"] == {"request_id": line["request_id"]}
    wait_until(member, lambda: any(span.trace_id.hex() == line["trace_id"] for span in received.spans))

    everything = b"".join(received.bodies)
    for secret in (learner.name, learner.email, learner.password, tokens["access_token"], "127.0.0.1"):
        assert secret.encode() not in everything.replace(f"127.0.0.1:{received.port}".encode(), b"")


def _attributes(span: Span) -> dict[str, str]:
    return {attribute.key: attribute.value.string_value for attribute in span.attributes}
