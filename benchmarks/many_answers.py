"""`python -m benchmarks.many_answers` shows how waits grow with answers and certificates."""

import asyncio

import asyncpg

from benchmarks.costs import plan_for, serving
from benchmarks.figures import markdown
from benchmarks.load.measurements import Measurements
from benchmarks.load.run import run
from tests.e2e.product import Product
from tests.postgres import Cluster
from tests.waiting import until
from webdev_certs.server.models import AttemptItem

_ATTEMPTS, _ITEMS, _CERTIFICATES = 333_334, 30, 1_000_000
_ACTIONS = ("save an answer", "next question", "look up a certificate")
_WARM_SECONDS, _MEASURED_SECONDS = 20, 90
_START_SECONDS = 600
_COPIED = ", ".join(
    column.name
    for column in AttemptItem.metadata.tables["attempt_items"].columns
    if column.name not in ("attempt_id", "position")
)
_FILL = f"""
    -- Each row follows from one that exists, so the checks of foreign keys would only take time.
    SET session_replication_role = replica;
    CREATE TEMPORARY TABLE numbered AS
        SELECT gen_random_uuid() AS id, gen_random_uuid() AS user_id, n
        FROM generate_series(1, {_ATTEMPTS}) n;
    INSERT INTO users SELECT made.*
        FROM (SELECT users AS row FROM users LIMIT 1) one, numbered, jsonb_populate_record(one.row,
            jsonb_build_object('id', user_id, 'email', 'past' || n || '@example.com')) made;
    INSERT INTO attempts SELECT made.*
        FROM (SELECT attempts AS row, started_at FROM attempts LIMIT 1) one, numbered,
            jsonb_populate_record(one.row, jsonb_build_object(
                'id', numbered.id, 'user_id', numbered.user_id, 'submitted_at', one.started_at)) made;
    CREATE TEMPORARY TABLE known AS
        SELECT row_number() OVER () - 1 AS place, found.*
        FROM (SELECT DISTINCT ON (item_id) {_COPIED} FROM attempt_items) found;
    INSERT INTO attempt_items (attempt_id, position, {_COPIED})
        SELECT numbered.id, number, {_COPIED}
        FROM numbered CROSS JOIN generate_series(1, {_ITEMS}) number
        JOIN known ON place = (numbered.n * 7 + number) % (SELECT count(*) FROM known);
    INSERT INTO certificates (number, technology, title, holder_name, score, score_public,
            credential_public, issued_at, expires_at)
        SELECT 'WDC-RE-' || upper(substr(md5(n::text), 1, 9)) || n, 'react', 'Certified React Developer',
            'Grace Hopper', 700, false, false, now(), now() + interval '2 years'
        FROM generate_series(1, {_CERTIFICATES}) n;
    SET session_replication_role = origin;
    ANALYZE;
"""


def main() -> None:
    """Print the table."""
    with serving() as (product, cluster):
        few = asyncio.run(_measured(product))
        asyncio.run(_fill(cluster))
        many = asyncio.run(_measured(product))
    print(f"{_ATTEMPTS * _ITEMS:,} answers and {_CERTIFICATES:,} certificates")
    rows = [
        [action, *(f"{1000 * wait:.1f}" for wait in waits), f"{waits[3] / waits[1]:.2f}"]
        for action in _ACTIONS
        for waits in [[done.percentile(action, percent) for done in (few, many) for percent in (50, 99)]]
    ]
    header = [
        "Action",
        "Median, few (ms)",
        "p99, few (ms)",
        "Median, many (ms)",
        "p99, many (ms)",
        "p99, ratio",
    ]
    print(markdown(header, rows))


async def _fill(cluster: Cluster) -> None:
    connection = await asyncpg.connect(cluster.url("migrated").replace("+asyncpg", ""))
    await connection.execute(_FILL)
    await connection.close()


async def _measured(product: Product) -> Measurements:
    seconds = _START_SECONDS + _WARM_SECONDS + _MEASURED_SECONDS
    plan = plan_for(product, seconds, learners=20, save_every=1, think=10, verify_every=0.1)
    measured, stop = Measurements(), asyncio.Event()
    running = asyncio.create_task(run(plan, measured, stop))
    # Registering the learners takes as long as their passwords are hashed.
    await until(lambda: all(measured.done(action) for action in _ACTIONS), seconds=_START_SECONDS)
    await asyncio.sleep(_WARM_SECONDS)
    measured.forget()
    await asyncio.sleep(_MEASURED_SECONDS)
    stop.set()
    outcome = await running
    if measured.failures or outcome.lost:
        raise SystemExit(measured.others())
    return measured


if __name__ == "__main__":
    main()
