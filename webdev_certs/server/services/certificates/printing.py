"""Certificates as PDFs and badges, drawn one after the other and kept for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from webdev_certs.schemas.certificates import Certificate, Paper
from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.server.gateways.fair_workers import FairWorkers, QueueFull
from webdev_certs.server.services.certificates.badges import Form, draw_badge
from webdev_certs.server.services.certificates.pdf import draw

_QUEUE = 24
"""How many may wait: at a quarter of a second each, as long as the screens wait for an answer or less."""
_KEPT = 128
"""How many documents are kept, of about 30 KB each."""
_RETRY_AFTER_SECONDS = 5


class CertificatePrinter:
    """Draws certificates in one thread of low priority, because drawing takes CPU time that all others need.

    A certificate that is requested again is not drawn again while it is kept and its content is the same.
    """

    def __init__(
        self, drawing: Callable[[Certificate, str, Paper], bytes] = draw, *, queue: int = _QUEUE
    ) -> None:
        """Start no thread yet.

        Args:
            drawing: Returns the document.
            queue: How many requests may wait.
        """
        self._drawing = drawing
        self._workers = FairWorkers(1, queue=queue, name="pdf")
        self._kept: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()
        """By content: the documents, and those that are being drawn."""

    async def pdf(self, certificate: Certificate, credential: str, paper: Paper, *, caller: str) -> bytes:
        """Return the certificate as a PDF.

        Args:
            certificate: What to draw.
            credential: The signed credential as JSON, which is attached.
            paper: The size of the page.
            caller: Who asks; callers take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        content = f"{paper} {certificate.model_dump_json()} {credential}"
        return await self._keep(content, caller, lambda: self._drawing(certificate, credential, paper))

    async def badge(self, certificate: Certificate, credential: str, form: Form, *, caller: str) -> bytes:
        """Return the certificate's badge, which contains the credential.

        Args:
            certificate: What to draw.
            credential: The signed credential as JSON.
            form: The format of the picture.
            caller: Who asks; callers take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        content = f"{form} {certificate.model_dump_json()} {credential}"
        return await self._keep(content, caller, lambda: draw_badge(certificate, credential, form))

    async def _keep(self, content: str, caller: str, drawing: Callable[[], bytes]) -> bytes:
        task = self._kept.get(content)
        if task is None:
            task = self._kept[content] = asyncio.create_task(self._workers.run(caller, drawing))
            task.add_done_callback(lambda done: self._on_done(content, done))
        self._kept.move_to_end(content)
        try:
            # Shielded, because others may wait for the same document.
            return await asyncio.shield(task)
        except QueueFull:
            raise Overloaded(
                "busy",
                "Too many certificates are being made right now. Try again in a few seconds.",
                retry_after=_RETRY_AFTER_SECONDS,
            ) from None

    def close(self) -> None:
        """End the thread once it is idle."""
        self._workers.close()

    def _on_done(self, content: str, task: asyncio.Task[bytes]) -> None:
        if task.cancelled() or task.exception():
            self._kept.pop(content, None)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
