"""A shop that receives webhooks, in its own thread."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import stripe

SECRET = "whsec_contract_0123456789"
_WAIT_SECONDS = 20


class Receiver:
    """Stores the events with a valid signature, and the errors of the others."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/webhook"
        self.shop = f"http://127.0.0.1:{port}/shop"
        """The URL of the shop."""
        self.events: list[stripe.Event] = []
        self.errors: list[str] = []
        self._news = threading.Condition()

    def take(self, payload: bytes, signature: str | None) -> None:
        """Check a received event with the SDK and store it."""
        with self._news:
            try:
                self.events.append(stripe.Webhook.construct_event(payload, signature, SECRET))
            except (ValueError, stripe.SignatureVerificationError) as error:
                self.errors.append(repr(error))
            self._news.notify_all()

    def wait_for(self, event_type: str, object_id: str) -> stripe.Event:
        """Wait for the event about an object and return it.

        Raises:
            TimeoutError: It was not received in time.
        """
        deadline = time.monotonic() + _WAIT_SECONDS
        with self._news:
            while True:
                for event in self.events:
                    if event.type == event_type and event.data.object["id"] == object_id:
                        return event
                if not self._news.wait(deadline - time.monotonic()):
                    received = [event.type for event in self.events]
                    raise TimeoutError(f"no {event_type}; received {received}, errors: {self.errors}")


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Receive webhooks on a free port for the duration of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.end_headers()
            self.wfile.write(b"back at the shop")

        def do_POST(self) -> None:
            payload = self.rfile.read(int(self.headers["content-length"]))
            receiver.take(payload, self.headers["stripe-signature"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_port)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
