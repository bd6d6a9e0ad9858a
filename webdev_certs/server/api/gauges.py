"""What the API shows to Prometheus about what waits in it and in the database."""

from collections.abc import Iterator
from datetime import datetime

from fastapi import FastAPI
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily

from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.database.outage import DatabaseOverloaded, DatabaseUnavailable
from webdev_certs.server.services.exams.backlog import Backlog, read_backlog


async def read_gauges(api: FastAPI) -> list[Metric]:
    """Return the API's gauges. Those of the database are missing while it cannot be asked."""
    resources: Resources = api.state.resources
    use = resources.database.pool_use()
    gauges = [
        _gauge("database_connections_in_use", "Connections in use; on SQLite writes that run.", use.in_use),
        _gauge("database_connections_most", "The most connections of this process.", use.most),
        _gauge("database_connections_waiting", "Calls that wait for a connection.", use.waiting),
        _gauge(
            "password_hashes_waiting", "Sign-ins that wait to be hashed.", resources.password_hasher.waiting
        ),
    ]
    difference = resources.database.clock.difference()
    if difference is not None:
        meaning = "How far the machine's clock is ahead of the database's."
        gauges.append(_gauge("clock_difference_seconds", meaning, difference.total_seconds()))
    try:
        now = resources.clock()
        async with resources.database.transaction() as db:
            backlog = await read_backlog(db, now)
    except DatabaseUnavailable as error:
        answers = isinstance(error, DatabaseOverloaded)
        return [*gauges, _gauge("database_up", "Whether the database answers.", answers)]
    return [*gauges, _gauge("database_up", "Whether the database answers.", 1), *_of_backlog(backlog, now)]


def _of_backlog(backlog: Backlog, now: datetime) -> Iterator[Metric]:
    yield _gauge("outbox_mails", "Mails that wait to be sent.", backlog.mails)
    yield _gauge("outbox_age_seconds", "Age of the oldest of them.", _seconds(backlog.oldest_mail, now))
    yield _gauge("exams_running", "Certification tests that run.", backlog.exams)
    yield _gauge("reviews_waiting", "Tests that wait for an operator's decision.", backlog.reviews)
    yield _gauge("review_age_seconds", "How long the oldest waits.", _seconds(backlog.oldest_review, now))


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"webdev_certs_{name}", meaning, value)


def _seconds(since: datetime | None, now: datetime) -> float:
    return (now - since).total_seconds() if since else 0
