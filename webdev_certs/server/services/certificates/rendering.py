"""Render certificates as PDFs and badges, with the signed credential inside, and as social cards."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal
from uuid import UUID

from pydantic import BaseModel
from sqlmodel import col, select

from webdev_certs.schemas.certificates import Certificate, Paper, Verification
from webdev_certs.server.domain.errors import Overloaded
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.models.certificates import Certificate as CertificateRow
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.own import (
    as_held,
    current_name,
    find_own,
    require_presentable,
)
from webdev_certs.server.services.certificates.render_badge import draw_png, draw_svg, draw_title
from webdev_certs.server.services.certificates.render_pdf import Meaning, draw_pdf
from webdev_certs.server.services.certificates.render_social_card import draw_card
from webdev_certs.server.services.certificates.sign_badges import reserve_credential, sign_credential
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import N_

Form = Literal[Paper, "svg", "png"]
"""A PDF on a paper, or a badge."""
Draw = Callable[[Certificate, str, Meaning | None, Form], bytes]
_QUEUE = 24
"""How many requests may wait. Each takes a quarter of a second, so the last is answered before the client
times out."""
_KEPT_BYTES = 32 * 1024 * 1024
"""How much is kept: some hundred documents of about 50 KB each."""


async def render_own(
    context: Context,
    issuer: CredentialIssuer,
    renderer: "CertificateRenderer",
    user_id: UUID,
    number: str,
    form: Form,
) -> bytes:
    """Return one of the holder's certificates as a file, after signing its credential if it is unsigned.

    Args:
        context: Without a transaction: rendering takes a while and needs no database.
        issuer: Signs.
        renderer: Draws.
        user_id: The holder.
        number: The number in any spelling.
        form: What to draw.

    Raises:
        NotFound: As `find_own`.
        Conflict: As `require_presentable`.
        MissingKey: As `reserve_credential`.
        Overloaded: `busy`: too many are waiting.
    """
    async with context.transaction() as opened:
        row = await find_own(opened, user_id, number)
        require_presentable(row, opened.now)
        certificate = as_held(opened, row, await current_name(opened.db, user_id))
        meaning = await _find_meaning(opened, row)
        reserved = await reserve_credential(opened, issuer, row)
    signed = await sign_credential(context, issuer, reserved)
    return await renderer.file(certificate, signed.document, meaning, form, caller=context.limits.network)


class CertificateRenderer:
    """Draws certificates in one thread of low priority, so that drawing does not slow other requests down.

    A certificate that is requested again is not drawn again while it is kept and its content is the same.
    """

    def __init__(self, draw: Draw | None = None, *, queue: int = _QUEUE, most: int = _KEPT_BYTES) -> None:
        """Set up the queue; the first document starts its thread.

        Args:
            draw: Returns the file of a certificate.
            queue: How many requests may wait.
            most: How many bytes of files are kept.
        """
        self._draw = draw or _draw
        self._most = most
        self._workers = FairWorkers(
            1,
            queue=queue,
            name="pdf",
            refusal=N_("A lot of certificates are being made right now. Try again in a few seconds."),
        )
        self._kept: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()
        """By the hash of their content: the files, and those that are being drawn.

        What the holder or an operator changes, such as the name or the status, is part of the content, so an
        outdated file is never served.
        """
        self._size = 0
        """The size of all that is kept, in bytes."""

    async def file(
        self, certificate: Certificate, credential: str, meaning: Meaning | None, form: Form, *, caller: str
    ) -> bytes:
        """Return the certificate as a file.

        Args:
            certificate: What to draw.
            credential: The signed credential as JSON, which the file contains.
            meaning: What it means, if that is known.
            form: What to draw.
            caller: The caller's network; networks take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        content = content_hash(form, certificate, credential, meaning)
        return await self.keep(content, caller, lambda: self._draw(certificate, credential, meaning, form))

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
        content = content_hash("card", certificate, topics, pass_mark)
        return await self.keep(content, caller, lambda: draw_card(certificate, topics, pass_mark=pass_mark))

    async def title_badge(self, title: str, *, caller: str) -> bytes:
        """Return the picture of a title, without a credential.

        Args:
            title: What everybody who has this certificate is called.
            caller: The caller's network; networks take turns.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        return await self.keep(f"title {title}", caller, lambda: draw_title(title))

    async def keep(self, content: str, caller: str, drawing: Callable[[], bytes]) -> bytes:
        """Return what `drawing` returns, which is kept.

        Args:
            content: A hash of everything that it depends on (`content_hash`).
            caller: The caller's network; networks take turns.
            drawing: Draws, in the thread.

        Raises:
            Overloaded: `busy`: too many are waiting.
        """
        task = self._kept.get(content)
        if task is None:
            task = self._kept[content] = asyncio.create_task(self._workers.run(caller, drawing))
            task.add_done_callback(lambda done: self._on_done(content, done))
        self._kept.move_to_end(content)
        try:
            # Shielded, because others may wait for the same file.
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


def _draw(certificate: Certificate, credential: str, meaning: Meaning | None, form: Form) -> bytes:
    if form == "svg":
        return draw_svg(certificate, credential)
    if form == "png":
        return draw_png(certificate, credential)
    return draw_pdf(certificate, credential, meaning, form)


def content_hash(form: str, main: BaseModel, *others: object) -> str:
    """Return a hash of everything that a file depends on."""
    text = f"{form} {main.model_dump_json(exclude={'checked_at'})} {others}"
    return hashlib.sha256(text.encode()).hexdigest()


async def _find_meaning(context: Context, certificate: CertificateRow) -> Meaning | None:
    """Return what a certificate means.

    The attempt has kept all of it except the minutes. They are in the certificate's terms; without them,
    those of the current blueprint.

    Returns:
        The facts; None if the technology is no longer offered, if the certificate has no attempt, and for an
        attempt from before exams were adaptive.
    """
    offered, attempt_id = context.bank.technologies.get(certificate.technology), certificate.attempt_id
    if offered is None or attempt_id is None:
        return None
    query = (
        select(Attempt, AttemptItem.theta)
        .join(AttemptItem, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(Attempt.id == attempt_id, AttemptItem.position == 1)
    )
    attempt, theta = (await context.db.exec(query)).first() or (None, None)
    if attempt is None or theta is None:
        return None
    return Meaning(
        cut_score=attempt.cut_score,
        least=attempt.min_items,
        most=attempt.max_items + len(attempt.pretest_positions),
        minutes=(certificate.terms or {}).get("minutes") or offered.blueprint.minutes,
        topics=tuple(topic["title"] for topic in attempt.profile or ()),
    )
