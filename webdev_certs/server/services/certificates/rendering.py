"""Certificates as PDFs, badges and social cards, drawn one after the other and kept for a while."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable

from webdev_certs.schemas.certificates import Certificate, Paper, Verification
from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.services.certificates.render_badge import Form, draw_badge
from webdev_certs.server.services.certificates.rendering import Meaning
from webdev_certs.server.services.certificates.render_pdf import draw
from webdev_certs.server.services.certificates.render_social_card import draw_card
from webdev_certs.shared.translation import N_

_QUEUE = 24
"""How many requests may wait. Each takes a quarter of a second, so the last is answered before the client
times out."""
_KEPT_BYTES = 32 * 1024 * 1024
"""How much is kept: some hundred documents of about 50 KB each."""


class CertificatePrinter:
    """Draws certificates in one thread of low priority, so that drawing does not slow other requests down.

    A certificate that is requested again is not drawn again while it is kept and its content is the same.
    """

    def __init__(
        self,
        drawing: Callable[[Certificate, str, Meaning | None, Paper], bytes] = draw,
        *,
        queue: int = _QUEUE,
        most: int = _KEPT_BYTES,
    ) -> None:
        """Set up the queue; the first document starts its thread.

        Args:
            drawing: Returns the document.
            queue: How many requests may wait.
            most: How many bytes of documents are kept.
        """
        self._drawing = drawing
        self._most = most
        self._workers = FairWorkers(
            1,
            queue=queue,
            name="pdf",
            refusal=N_("Too many certificates are being made right now. Try again in a few seconds."),
        )
        self._kept: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()
        """By the hash of their content: the documents, and those that are being drawn.

        What the holder or an operator changes, such as the name or the status, is part of the content, so an
        outdated document is never served.
        """
        self._size = 0
        """The size of all that is kept, in bytes."""

    async def pdf(
        self, certificate: Certificate, credential: str, meaning: Meaning | None, paper: Paper, *, caller: str
    ) -> bytes:
        """Return the certificate as a PDF.

        Args:
            certificate: What to draw.
            credential: The signed credential as JSON, which is attached.
            meaning: What it means, if that is known.
            paper: The size of the page.
            caller: The caller's network; networks take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        content = _content(paper, certificate, credential, meaning)
        return await self._keep(
            content, caller, lambda: self._drawing(certificate, credential, meaning, paper)
        )

    async def badge(self, certificate: Certificate, credential: str, form: Form, *, caller: str) -> bytes:
        """Return the certificate's badge, which contains the credential.

        Args:
            certificate: What to draw.
            credential: The signed credential as JSON.
            form: The format of the picture.
            caller: The caller's network; networks take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        content = _content(form, certificate, credential)
        return await self._keep(content, caller, lambda: draw_badge(certificate, credential, form))

    async def card(
        self, certificate: Verification, topics: tuple[str, ...], pass_mark: int | None, *, caller: str
    ) -> bytes:
        """Return the certificate's social card.

        Args:
            certificate: What the public sees of it.
            topics: The titles of the topics of the test.
            pass_mark: As for `draw_card`.
            caller: The caller's network; networks take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        content = _content("card", certificate, topics, pass_mark)
        return await self._keep(content, caller, lambda: draw_card(certificate, topics, pass_mark=pass_mark))

    async def _keep(self, content: str, caller: str, drawing: Callable[[], bytes]) -> bytes:
        task = self._kept.get(content)
        if task is None:
            task = self._kept[content] = asyncio.create_task(self._workers.run(caller, drawing))
            task.add_done_callback(lambda done: self._on_done(content, done))
        self._kept.move_to_end(content)
        try:
            # Shielded, because others may wait for the same document.
            return await asyncio.shield(task)
        except Overloaded:
            # The error was made for the first request that waits, perhaps in another language.
            raise self._workers.busy() from None

    def close(self) -> None:
        """End the thread once it is idle."""
        self._workers.close()

    def _on_done(self, content: str, task: asyncio.Task[bytes]) -> None:
        if task.cancelled() or task.exception():
            self._kept.pop(content, None)
            return
        self._size += len(task.result())
        while self._size > self._most:
            oldest = next((key for key, kept in self._kept.items() if kept.done()), None)
            if oldest is None:
                return
            self._size -= len(self._kept.pop(oldest).result())


def _content(form: str, certificate: Certificate | Verification, *others: object) -> str:
    """Return a hash of everything that a document depends on."""
    text = f"{form} {certificate.model_dump_json(exclude={'checked_at'})} {others}"
    return hashlib.sha256(text.encode()).hexdigest()
