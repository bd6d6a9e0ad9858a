"""Make instances of item models: draw, run everything in batches, and keep what is in order."""

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from webdev_certs.authoring.execution import RUNTIMES, MissingRuntime, Runtime
from webdev_certs.authoring.execution.programs import Program
from webdev_certs.authoring.item_models.instances import BadInstance, Draft, Rejected, build_item, draw_drafts
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.drawing import Draws
from webdev_certs.server.content.item_models.format import ItemModel
from webdev_certs.shared.secret_files import read_or_create

PUBLIC_SEED = "webdev-certs public set 1"
"""Public, so anybody can make these instances. They are used until a deployment has its own."""
COUNT = 30
"""Instances of each model unless something else is asked for."""
ROUNDS = 4
"""How often more instances are drawn for a model if some were rejected."""
AT_MOST = 3
"""Such a draw makes at most this many instances for each missing one."""


@dataclass
class Family:
    """A model with the instances that were made."""

    model: ItemModel
    items: list[Item] = field(default_factory=list)
    rejected: int = 0
    """Instances that were left out because two options would have been the same."""
    message: str = ""
    """Why there are fewer instances than were asked for."""
    missing_runtime: bool = False


def load_or_create_seed(path: Path) -> str:
    """Return the seed in a file that only its owner can read; make it with 256 random bits if there is none.

    Several processes may do this at once.
    """
    return read_or_create(path, lambda: secrets.token_hex(32) + "\n").strip()


def generate(
    models: Iterable[ItemModel],
    seed: str,
    count: int = COUNT,
    runtimes: Mapping[str, Runtime] = RUNTIMES,
    progress: Callable[[int, int], object] = lambda done, expected: None,
) -> Iterator[Family]:
    """Make instances of all models, those of one runtime together.

    The same seed gives the same instances; a larger count gives the same and more.

    Args:
        models: With the format of docs/authoring-questions.md.
        seed: Kept secret, unless the instances are public.
        count: Instances of each model.
        runtimes: What runs the code.
        progress: Told how many programs have run, and how many there will be as far as is known.

    Yields:
        One family for each model, complete or with a message that says why not.
    """
    by_runtime: defaultdict[str, list[_Growing]] = defaultdict(list)
    for model in models:
        by_runtime[model.run.runtime].append(_Growing(Family(model), draw_drafts(model, seed), seed))
    meter = _Meter(progress)
    for name, growing in by_runtime.items():
        try:
            version = runtimes[name].version()
            for _ in range(ROUNDS):
                _grow(growing, count, runtimes[name], version, meter)
        except MissingRuntime as missing:
            for each in growing:
                each.family.items.clear()
                each.family.message, each.family.missing_runtime = str(missing), True
        for each in growing:
            family = each.family
            if not family.message and len(family.items) < count:
                family.message = (
                    f"gives {len(family.items)} distinct instances, not {count}"
                    f" ({family.rejected} were rejected because two options were the same)"
                )
            yield family


class _Meter:
    def __init__(self, tell: Callable[[int, int], object]) -> None:
        self._tell = tell
        self.done = self.expected = 0

    def expect(self, more: int) -> None:
        self.expected += more
        self._tell(self.done, self.expected)

    def step(self) -> None:
        self.done += 1
        self._tell(self.done, self.expected)


@dataclass
class _Growing:
    """A family, and where its next instances come from."""

    family: Family
    drafts: Iterator[Draft]
    seed: str


def _grow(growing: list[_Growing], count: int, runtime: Runtime, version: str, meter: _Meter) -> None:
    """Draw as many instances as are missing, run them, and keep those that are in order."""
    drawn: list[tuple[_Growing, list[Draft]]] = []
    programs: list[Program] = []
    for each in growing:
        missing = 0 if each.family.message else count - len(each.family.items)
        # Where many are rejected, a few large batches are faster than many small ones.
        missing *= AT_MOST if each.family.rejected else 1
        try:
            drafts = list(islice(each.drafts, missing))
            programs += [program for draft in drafts for program in draft.programs()]
            drawn.append((each, drafts))
        except BadInstance as fault:
            each.family.message = str(fault)
    if not programs:
        return
    meter.expect(len(programs))
    printed: dict[str, str] = {}
    failures: dict[str, str] = {}
    for output in runtime.run(programs):
        meter.step()
        into, text = (failures, output.failure) if output.failure else (printed, output.stdout)
        into[output.item_id] = text
    for each, drafts in drawn:
        for draft in drafts:
            if len(each.family.items) < count:
                _keep(each, draft, printed, failures, version)


def _keep(
    each: _Growing, draft: Draft, printed: dict[str, str], failures: dict[str, str], version: str
) -> None:
    if each.family.message:
        return
    for program in draft.programs():
        if program.item_id in failures:
            values = ", ".join(f"{name}={draft.values[name]!r}" for name in draft.model.parameters)
            each.family.message = f"{program.item_id} ({values}): {failures[program.item_id]}"
            return
    try:
        item = build_item(draft, printed, version, Draws(each.seed, draft.id))
    except Rejected:
        each.family.rejected += 1
    except BadInstance as fault:
        each.family.message = f"{draft.id}: {fault}"
    else:
        each.family.items.append(item)
