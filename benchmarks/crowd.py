"""`python -m benchmarks.crowd` shows how one process bears many learners: their waits, and its memory.

It measures one learner alone first, then the crowd after all have begun. At the end the process is killed,
and everybody connects again at once.
"""

import asyncio
import time

import click

from benchmarks.costs import memory, plan_for, processor_seconds, serving
from benchmarks.figures import markdown
from benchmarks.load.measurements import Measurements
from benchmarks.load.run import run
from tests.e2e.product import Product
from tests.waiting import until

_SAVE, _NEXT = "save an answer", "next question"
_ALONE_SECONDS = 120
_START_SECONDS = 1200
_SETTLE_SECONDS = 60
"""The measurement begins when the waits of the beginning are over."""
_COME_BACK_SECONDS = 60
_SIZES = 6
"""How often memory is measured after the beginning."""
_MB = 1024


@click.command(help=__doc__)
@click.option("--learners", default=500, show_default=True)
@click.option("--minutes", default=20.0, show_default=True)
@click.option(
    "--save-every", default=20.0, show_default=True, help="Seconds between two answers of a learner."
)
@click.option("--think", default=90.0, show_default=True, help="Seconds for a question.")
@click.option(
    "--begin-within", default=300.0, show_default=True, help="Seconds within which all learners have come."
)
def main(learners: int, minutes: float, save_every: float, think: float, begin_within: float) -> None:
    with serving() as (product, _):
        alone = asyncio.run(_alone(product))
        asyncio.run(_together(product, alone, learners, 60 * minutes, save_every, think, begin_within))


async def _alone(product: Product) -> Measurements:
    plan = plan_for(product, _ALONE_SECONDS, learners=1, save_every=1, think=5)
    return (await run(plan, Measurements(), asyncio.Event())).measurements


async def _together(
    product: Product,
    alone: Measurements,
    learners: int,
    seconds: float,
    save_every: float,
    think: float,
    begin_within: float,
) -> None:
    plan = plan_for(
        product,
        begin_within + _SETTLE_SECONDS + seconds + 2 * _COME_BACK_SECONDS,
        learners=learners,
        save_every=save_every,
        think=think,
        reload_every=300,
        begin_within=begin_within,
    )
    measured, stop = Measurements(), asyncio.Event()
    running = asyncio.create_task(run(plan, measured, stop))
    # Registering the learners takes as long as their passwords are hashed.
    await until(lambda: bool(measured.done(_SAVE)), seconds=_START_SECONDS)
    await asyncio.sleep(begin_within + _SETTLE_SECONDS)
    measured.forget()
    sizes, used = [memory(product)], processor_seconds(product)
    for _each in range(_SIZES):
        await asyncio.sleep(seconds / _SIZES)
        sizes.append(memory(product))
    used = processor_seconds(product) - used
    waits = [_row(action, alone, measured) for action in (_SAVE, _NEXT)]
    killed = time.monotonic()
    await asyncio.to_thread(product.kill)
    await asyncio.to_thread(product.start)
    away = time.monotonic() - killed
    await asyncio.sleep(_COME_BACK_SECONDS)
    stop.set()
    outcome = await running
    print(markdown(["Action", "Median alone (ms)", "Median (ms)", "p99 (ms)", "p99 / median alone"], waits))
    print(f"Processor of the product: {100 * used / seconds:.0f}% of a core")
    shown = ", ".join(str(size // _MB) for size in sizes)
    print(f"Memory in MB, from when all had begun, every {seconds / 60 / _SIZES:g} minutes: {shown}")
    print(f"Killed, it was away for {away:.0f} s. With that time, and all before:\n\n{outcome.table()}")


def _row(action: str, alone: Measurements, crowd: Measurements) -> list[str]:
    median = alone.percentile(action, 50)
    worst = crowd.percentile(action, 99)
    return [
        action,
        *(f"{1000 * value:.1f}" for value in (median, crowd.percentile(action, 50), worst)),
        f"{worst / median:.1f}",
    ]


if __name__ == "__main__":
    main()
