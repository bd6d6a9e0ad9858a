"""`webdev-certs items review`: show drafts to a person one at a time, in the terminal or in the browser."""

import webbrowser
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click
import yaml

from webdev_certs.authoring.drafting.folder import Draft, ReviewFolder, as_yaml, edited
from webdev_certs.authoring.drafting.pipeline import judge
from webdev_certs.cli.items.draft import documents_option, gate_context, print_gates, private_bank
from webdev_certs.cli.items.reading import bank_option
from webdev_certs.cli.items.review_page import ReviewServer
from webdev_certs.server.content.format import Item
from webdev_certs.shared.formatting import counted
from webdev_certs.web.log_lines import escape

_CHOICES = {"a": "accept", "e": "edit", "r": "refuse", "s": "skip", "q": "quit"}


@dataclass(frozen=True)
class Reviewing:
    """The drafts of a bank and what their gates need."""

    folder: ReviewFolder
    documents: tuple[Path, ...]
    dirs: tuple[Path, ...]

    def judge(self, draft: Draft, text: str) -> tuple[Draft, bool]:
        """Judge what a person has written by the gates that need no model; write it if it is a family.

        Returns:
            The draft as it is now, and whether it has passed.
        """
        try:
            (family,) = yaml.safe_load(text)
        except (yaml.YAMLError, TypeError, ValueError) as fault:
            click.echo(f"It is not the YAML of one family: {' '.join(str(fault).split())}")
            return draft, False
        context = gate_context(self.folder, draft.technology, self.documents, self.dirs)
        gates = list(judge(family, context, None))
        print_gates(gates)
        if not gates[0].passed or family.get("id") != draft.id:
            click.echo("The draft stays as it was.")
            return draft, False
        changed = edited(draft, family, gates)
        self.folder.write(changed)
        return changed, gates[-1].passed


@click.command()
@click.option("--page", is_flag=True, help="Show the drafts in the browser instead of the terminal.")
@click.option("--port", default=0, help="Of the page; by default a free one.")
@click.option("--open/--no-open", "opens", default=True, help="Open a browser.")
@documents_option
@bank_option
def review(page: bool, port: int, opens: bool, documents: tuple[Path, ...], dirs: tuple[Path, ...]) -> None:
    """Show the drafts of the last private bank one at a time: instances, evidence, gates, what was edited.

    Accepting moves a draft into the bank's files, from which the product reads it at its next start. Refusing
    removes it and tells later prompts why. Editing opens $EDITOR and judges the draft again by the gates that
    need no model; one that fails cannot be accepted.
    """
    folder = ReviewFolder(private_bank(dirs))
    if page:
        _serve(folder, port, opens)
        return
    reviewing = Reviewing(folder, documents, dirs)
    drafts = folder.drafts()
    click.echo(f"{counted(len(drafts), 'draft')} to review")
    for draft in drafts:
        if not _review_one(reviewing, draft):
            return


def _review_one(reviewing: Reviewing, draft: Draft) -> bool:
    """Show one draft until somebody decides about it; return whether to go on."""
    passed = draft.passed
    while True:
        for line in _lines(draft):
            # What a model writes could make a terminal do something.
            click.echo(escape(line))
        words = ", ".join(f"[{key}]{word[1:]}" for key, word in _CHOICES.items())
        choice = click.prompt(words, type=click.Choice(list(_CHOICES)), show_choices=False)
        if choice == "a" and passed:
            try:
                click.echo(f"{draft.id} is in {reviewing.folder.accept(draft)}")
            except FileNotFoundError:
                click.echo(f"Somebody else has decided about {draft.id}.")
            except ValueError as fault:
                click.echo(f"{draft.id} still waits: {fault}")
            return True
        if choice == "a":
            click.echo("It has not passed its gates: edit it first.")
        elif choice == "e":
            text = click.edit(as_yaml(draft.family), extension=".yaml")
            if text is not None:
                draft, passed = reviewing.judge(draft, text)
        elif choice == "r":
            try:
                reviewing.folder.refuse(draft, click.prompt("Why? Later prompts say it"))
            except FileNotFoundError:
                click.echo(f"Somebody else has decided about {draft.id}.")
            return True
        else:
            return choice == "s"


def _lines(draft: Draft) -> Iterator[str]:
    """Yield what a person reads in the terminal."""
    about = ", ".join(draft.family[name] for name in ("topic", "difficulty", "pool"))
    yield ""
    yield f"=== {draft.id}: {about} ==="
    for item in draft.instances():
        yield from _shown(item)
    yield from ("", "The whole family", *(f"  {line}" for line in as_yaml(draft.family).splitlines()))
    yield from ("", "Evidence and gates")
    for gate in draft.gates:
        yield f"  {'passed' if gate.passed else 'FAILED'}  {gate.name}: {gate.says}"
        yield from (f"            {' '.join(detail.split())}" for detail in gate.details)
    if changes := draft.difference():
        yield from ("", "What was edited")
        yield from changes


def _shown(item: Item) -> Iterator[str]:
    yield from ("", *item.stem.strip().splitlines())
    if item.code:
        yield from (f"    {line}" for line in item.code.text.rstrip().splitlines())
    for option in item.options:
        yield f"  {'*' if option.id in (item.key or ()) else ' '} {' '.join(option.text.split())}"
        yield f"      {' '.join(option.explanation.split())}"


def _serve(folder: ReviewFolder, port: int, opens: bool) -> None:
    with ReviewServer(folder, port) as server:
        click.echo(f"The drafts are shown at {server.url} until you press Ctrl+C")
        if opens:
            webbrowser.open(server.url)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
