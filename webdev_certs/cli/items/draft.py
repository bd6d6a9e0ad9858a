"""`webdev-certs items draft`: let a language model draft families, and keep those that pass all gates."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import get_args

import click

from webdev_certs.authoring.checks.releases import read_released
from webdev_certs.authoring.drafting import pipeline
from webdev_certs.authoring.drafting.documents import Documents
from webdev_certs.authoring.drafting.folder import Draft, ReviewFolder
from webdev_certs.authoring.drafting.formats import Kind, Order
from webdev_certs.authoring.drafting.gates import Gate
from webdev_certs.authoring.drafting.pipeline import GateContext
from webdev_certs.authoring.execution import MissingRuntime
from webdev_certs.authoring.execution.jail import Jail, jailed_runtimes
from webdev_certs.cli.items.language_model import language_model
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Pool, Reference
from webdev_certs.settings import get_settings
from webdev_certs.shared.formatting import counted
from webdev_certs.shared.vocabulary import DIFFICULTIES, Difficulty
from webdev_certs.web.log_lines import escape

_STEMS = 30
"""How many stems of practice questions a prompt names."""

documents_option = click.option(
    "--documents",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="A file of documentation, or a folder of such files, that drafts may quote. Can be repeated.",
)


@click.command("draft")
@click.option("--technology", required=True)
@click.option("--topic", required=True)
@click.option("--count", default=1, show_default=True, type=click.IntRange(1, 100))
@click.option(
    "--kind",
    default="pool",
    show_default=True,
    type=click.Choice(get_args(Kind)),
    help="A pool of true and false statements, or code whose output is asked for.",
)
@click.option("--pool", default="practice", show_default=True, type=click.Choice(get_args(Pool)))
@click.option(
    "--difficulty", type=click.Choice(get_args(Difficulty)), help="By default each of them in turn."
)
@documents_option
@bank_option
def draft_items(
    technology: str,
    topic: str,
    count: int,
    kind: Kind,
    pool: Pool,
    difficulty: Difficulty | None,
    documents: tuple[Path, ...],
    dirs: tuple[Path, ...],
) -> None:
    """Let the language model draft families, judge them, and put those that pass every gate in the folder
    review/ of the last private bank.

    Drafted programs run only in the jail of bubblewrap. Nothing goes live: `items review` shows each draft to
    a person, who accepts, edits or refuses it (docs/authoring-questions.md).
    """
    folder = ReviewFolder(private_bank(dirs))
    context = gate_context(folder, technology, documents, dirs)
    order = _order(context, topic, kind, pool, folder.reasons(technology))
    runtimes = context.jail()

    @cache
    def version(runtime: str) -> str:
        try:
            return runtimes[runtime].version()
        except (KeyError, MissingRuntime):
            return ""

    failed: Counter[str] = Counter()
    released = [*read_released()]
    with language_model() as ask:
        for number, level in enumerate(islice(cycle([difficulty] if difficulty else DIFFICULTIES), count), 1):
            if number > 1:
                # People may accept drafts meanwhile.
                context = gate_context(folder, technology, documents, dirs)
            family_id = folder.free_id(context.technology, topic, released)
            family, gates = pipeline.draft(order, family_id, level, version, context, ask)
            click.echo(f"Draft {number} of {count}: {family_id}")
            print_gates(gates)
            if gates[-1].passed:
                draft = Draft(family_id, technology, family, family, tuple(gates))
                click.echo(f"  waits for a person in {folder.write(draft)}")
            else:
                failed[gates[-1].name] += 1
    passed = count - failed.total()
    stopped = ", ".join(f"{gate} {times}" for gate, times in failed.most_common())
    click.echo(
        f"{counted(passed, 'draft')} passed all gates" + (f"; stopped at: {stopped}" if stopped else "")
    )
    if not passed:
        raise SystemExit(1)


def private_bank(dirs: Sequence[Path]) -> Path:
    """Return the bank whose review folder is used: the last one that is named, or the last one in use.

    Raises:
        click.ClickException: There is none.
    """
    banks = [*get_settings().question_bank_dirs, *dirs]
    if not banks:
        raise click.ClickException("Drafts need a private bank: --bank, or QUESTION_BANK_DIRS.")
    return banks[-1]


def gate_context(
    folder: ReviewFolder, technology: str, documents: Sequence[Path], dirs: Sequence[Path]
) -> GateContext:
    """Read what the gates need.

    Raises:
        click.ClickException: There is no such technology, the documents cannot be used, or there is no jail.
    """
    bank, _ = read_banks(dirs)
    part = find_technology(bank, technology)
    try:
        texts = Documents.read(documents)
        Jail()
    except (ValueError, MissingRuntime) as fault:
        raise click.ClickException(str(fault)) from None
    waiting = [draft.model() for draft in folder.drafts()]
    return GateContext(bank, part, texts, waiting, lambda: jailed_runtimes(Jail()))


def find_technology(bank: Bank, technology: str) -> TechnologyBank:
    """Return a technology's part of the bank.

    Raises:
        click.BadParameter: There is no such technology.
    """
    if technology not in bank.technologies:
        raise click.BadParameter(f"no technology is called {technology}: {', '.join(bank.technologies)}")
    return bank.get(technology)


def _order(context: GateContext, name: str, kind: Kind, pool: Pool, refused: Sequence[str]) -> Order:
    blueprint = context.technology.blueprint
    topic = next((topic for topic in blueprint.topics if topic.id == name), None)
    if topic is None:
        topics = ", ".join(topic.id for topic in blueprint.topics)
        raise click.BadParameter(f"no topic of {blueprint.technology} is called {name}: {topics}")
    if topic.reference is None:
        raise click.ClickException(f"The blueprint has no reference for the topic {name}.")
    stems = [item.stem for item in context.technology.practice if item.topic == name]
    reference = Reference.model_validate(topic.reference.model_dump())
    return Order(blueprint, topic, kind, pool, reference, context.documents, stems[:_STEMS], refused)


def print_gates(gates: Sequence[Gate]) -> None:
    """Print what each gate says, with control characters of what a model wrote escaped."""
    for gate in gates:
        click.echo(escape(f"  {'passed' if gate.passed else 'FAILED'}  {gate.name}: {gate.says}"))
        for detail in gate.details:
            click.echo(escape(f"            {' '.join(detail.split())}"))
