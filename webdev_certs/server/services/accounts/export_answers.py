"""Attempts and practice sessions with their answers, for the export."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.export import ExportedAnswer, ExportedAttempt, ExportedPractice
from webdev_certs.server.content.format import Item
from webdev_certs.server.gateways.fair_workers import FairWorkers
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.shown_without_key import Ref, load_items, shown_response, without_key
from webdev_certs.server.services.shared.context import Context

_AT_ONCE = 20
"""How many attempts or practice sessions are read at once, with up to 40 answers each."""

RunT = TypeVar("RunT", Attempt, PracticeSession)
ExportedT = TypeVar("ExportedT", ExportedAttempt, ExportedPractice)


class AnswersReader:
    """Reads attempts or practice sessions with their answered items, a few at a time."""

    def __init__(self, context: Context, workers: FairWorkers, caller: str, running: Collection[str]) -> None:
        self._context = context
        self._workers = workers
        self._caller = caller
        self._running = running

    async def of(
        self,
        table: type[RunT],
        item_table: type[AttemptItem] | type[PracticeItem],
        as_exported: Callable[[RunT, list[ExportedAnswer]], ExportedT],
    ) -> list[ExportedT]:
        """Return all attempts or practice sessions of the user, oldest first."""
        exported: list[ExportedT] = []
        while runs := await self._next(table, len(exported)):
            rows = await self._answered(item_table, [one.id for one in runs])
            items = await load_items(self._context, rows)
            exported += await self._workers.run(
                self._caller, self._put_together, runs, rows, items, as_exported
            )
        return exported

    async def _next(self, table: type[RunT], offset: int) -> Sequence[RunT]:
        query = (
            select(table)
            .where(col(table.user_id) == UUID(self._caller))
            .order_by(col(table.started_at), col(table.id))
            .offset(offset)
            .limit(_AT_ONCE)
        )
        return (await self._context.db.exec(query)).all()

    async def _answered(
        self, table: type[AttemptItem] | type[PracticeItem], runs: Sequence[UUID]
    ) -> Sequence[AttemptItem | PracticeItem]:
        # Items that an open attempt has not reached have no answer and stay hidden.
        query = (
            select(table)
            .where(_run_column(table).in_(runs), col(table.answered_at).is_not(None))
            .order_by(col(table.position))
        )
        return (await self._context.db.exec(query)).all()

    def _put_together(
        self,
        runs: Sequence[RunT],
        rows: Sequence[AttemptItem | PracticeItem],
        items: Mapping[Ref, Item],
        as_exported: Callable[[RunT, list[ExportedAnswer]], ExportedT],
    ) -> list[ExportedT]:
        answered: dict[UUID, list[AttemptItem | PracticeItem]] = defaultdict(list)
        for row in rows:
            answered[_run_id(row)].append(row)
        return [
            as_exported(one, _answers(self._context, one.technology, answered[one.id], items, self._running))
            for one in runs
        ]


def _run_column(table: type[AttemptItem] | type[PracticeItem]) -> Any:
    return col(table.attempt_id if issubclass(table, AttemptItem) else table.practice_session_id)


def _run_id(row: AttemptItem | PracticeItem) -> UUID:
    return row.attempt_id if isinstance(row, AttemptItem) else row.practice_session_id


def _answers(
    context: Context,
    technology: str,
    rows: Sequence[AttemptItem | PracticeItem],
    items: Mapping[Ref, Item],
    running: Collection[str],
) -> list[ExportedAnswer]:
    # A practice session can have items of several technologies.
    answered = [
        (row, items[row.item_id, row.item_version], getattr(row, "technology", technology)) for row in rows
    ]
    return [
        ExportedAnswer.model_validate(
            {
                "position": row.position,
                "item": without_key(item, row, technology_names(context.bank, own)),
                "response": shown_response(item, row, row.response or {}),
                "answered_at": row.answered_at,
                "correct": None if own in running or isinstance(row, AttemptItem) else row.correct,
            }
        )
        for row, item, own in answered
    ]
