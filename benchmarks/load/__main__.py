"""`python -m benchmarks.load` puts a load on a running product and prints tables.

Use it only on a product of your own without people: it registers accounts and confirms them in the database.
The product's limits must allow that (`LIMITS__REGISTRATION__IP` and others), because all learners have one IP
address.
"""

import asyncio
from urllib.parse import urlsplit

import click

from benchmarks.load.measurements import Measurements
from benchmarks.load.page import Server
from benchmarks.load.run import Plan, run


@click.command(help=__doc__)
@click.argument("url")
@click.option(
    "--database", "database_url", required=True, help="DATABASE_URL of the product, with its driver."
)
@click.option("--learners", default=20, show_default=True, help="Number of learners who take tests.")
@click.option("--practicing", default=5, show_default=True, help="Number of learners who practice.")
@click.option("--minutes", default=1.0, show_default=True)
@click.option(
    "--save-every", default=20.0, show_default=True, help="Seconds between two answers of a learner."
)
@click.option("--think", default=60.0, show_default=True, help="Seconds for a question.")
@click.option(
    "--reload-every", default=300.0, show_default=True, help="Seconds between two reloads of a page."
)
@click.option("--visit-every", default=2.0, show_default=True, help="Seconds between two new visitors.")
@click.option("--verify-every", default=1.0, show_default=True, help="Seconds between two lookups.")
@click.option("--seed", default=1, show_default=True)
def main(url: str, minutes: float, **others) -> None:
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname or not parts.port:
        raise click.UsageError("URL is like http://127.0.0.1:8000")
    # IPv4, so that a server that listens only there is not missed.
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname
    server = Server(host, parts.port, parts.hostname)
    plan = Plan(server=server, documents=server, seconds=60 * minutes, **others)
    outcome = asyncio.run(run(plan, Measurements(), asyncio.Event()))
    click.echo(outcome.table())
    raise SystemExit(bool(outcome.lost or outcome.measurements.failures))


if __name__ == "__main__":
    main()
