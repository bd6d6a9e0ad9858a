"""A shop that listens to webhooks, in a thread of its own."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import stripe

SECRET = "whsec_contract_0123456789"
_PATIENCE_SECONDS = 20


class Receiver:
    """Keeps the events whose signature is right; notes the others' faults."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/webhook"
        self.shop = f"http://127.0.0.1:{port}/shop"
        """Where customers come back to."""
        self.events: list[stripe.Event] = []
        self.faults: list[str] = []
        self._news = threading.Condition()

    def take(self, payload: bytes, signature: str | None) -> None:
        """Checks what arrived, with the SDK."""
        with self._news:
            try:
                self.events.append(stripe.Webhook.construct_event(payload, signature, SECRET))
            except (ValueError, stripe.SignatureVerificationError) as error:
                self.faults.append(repr(error))
            self._news.notify_all()

    def wait_for(self, event_type: str, object_id: str) -> stripe.Event:
        """The event about an object, once it is there.

        Raises:
            TimeoutError: it did not come.
        """
        deadline = time.monotonic() + _PATIENCE_SECONDS
        with self._news:
            while True:
                for event in self.events:
                    if event.type == event_type and event.data.object["id"] == object_id:
                        return event
                if not self._news.wait(deadline - time.monotonic()):
                    arrived = [event.type for event in self.events]
                    raise TimeoutError(f"{event_type} did not come; {arrived}, faults: {self.faults}")


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Listens on a free port until the end."""

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
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_port)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
