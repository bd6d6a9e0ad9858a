"""`webdev-certs items preview`: show one item in the browser, for its author."""

import html
import re
import webbrowser
from contextlib import suppress
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import click
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from webdev_certs.authoring.checks import run_checks
from webdev_certs.authoring.checks.releases import read_released
from webdev_certs.cli.items.reading import bank_option, read_banks
from webdev_certs.server.content.bank import Bank, Fault
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.making import BadInstance, make_instances
from webdev_certs.server.domain.families import family_of

INSTANCES = 12
_SPAN = re.compile(r"`([^`]+)`")
_TOKENS = Path(__file__).parents[3] / "assets" / "tokens.css"
_TOKEN = re.compile(r"^\s*--(?:color|font)-[a-z-]+:[^;]+;", re.MULTILINE)


@click.command()
@click.argument("item_id", metavar="ID")
@click.option("--port", default=0, help="By default a free one.")
@click.option("--open/--no-open", "opens", default=True, help="Open a browser.")
@bank_option
def preview(item_id: str, port: int, opens: bool, dirs: tuple[Path, ...]) -> None:
    """Show an item, or instances of an item model, as a learner sees it, with key, evidence and flaws.

    The page is served only on this machine. It is read from the files again each time it is loaded.
    """
    if not _chosen(read_banks(dirs)[0], item_id):
        raise click.BadParameter(f"no item or item model is called {item_id}")
    server = ThreadingHTTPServer(("127.0.0.1", port), _handler(item_id, dirs))
    url = f"http://127.0.0.1:{server.server_port}/"
    click.echo(f"{item_id} is shown at {url} until you press Ctrl+C")
    if opens:
        webbrowser.open(url)
    with server, suppress(KeyboardInterrupt):
        server.serve_forever()


def preview_page(item_id: str, dirs: tuple[Path, ...] = ()) -> str:
    """Return the page as HTML; empty if there is no such item."""
    bank, faults = read_banks(dirs)
    chosen = _chosen(bank, item_id)
    if not chosen:
        return ""
    # Quick checks only, which take a second: those of spelling and meaning need tools.
    found = [*faults, *run_checks(bank, read_released(), _ignore, quick=True)]
    flaws = [fault for fault in found if fault.item == family_of(item_id)]
    item = next((each for each in chosen if each.id == item_id), chosen[0])
    others = [each.id for each in chosen if each.id != item.id]
    technology = next(part for part in bank.technologies.values() if family_of(item_id) in part.families)
    return _render_page(item, technology.topic_titles.get(item.topic, ""), flaws, others)


def _chosen(bank: Bank, item_id: str) -> list[Item]:
    """Return the item with this id, or some instances of the model with this id or of this instance."""
    families = {name: each for part in bank.technologies.values() for name, each in part.families.items()}
    family = families.get(family_of(item_id))
    if family is None or isinstance(family, Item):
        return [family] if family else []
    try:
        return [instance.item for instance in islice(make_instances(family, "preview"), INSTANCES)]
    except BadInstance:
        return []


def _ignore(what: str) -> None:
    """Drop the message that a check was left out: this page never runs checks that need tools."""


def _handler(item_id: str, dirs: tuple[Path, ...]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            wanted = self.path.strip("/") or item_id
            page = preview_page(wanted, dirs)
            data = (page or "There is no such item.").encode()
            self.send_response(200 if page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8" if page else "text/plain")
            self.send_header("Content-Length", str(len(data)))
            # Nothing that an item contains may load or run anything.
            self.send_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def _render_page(item: Item, topic: str, flaws: list[Fault], others: list[str]) -> str:
    """Return the page of an item.

    Args:
        item: The item.
        topic: The title of its topic.
        flaws: What the checks say of it.
        others: Ids of further instances of its model.
    """
    return (
        page_environment()
        .get_template("preview.html")
        .render(
            item=item,
            topic=topic,
            flaws=flaws,
            others=others,
            tokens=page_tokens(),
            key=key_texts(item),
            accepted=list(item.accept) or [item.number],
        )
    )


def page_tokens() -> Markup:
    """Return the design's colors and fonts as CSS; empty if its file is not installed."""
    return Markup("\n".join(_TOKEN.findall(_TOKENS.read_text("utf-8"))) if _TOKENS.is_file() else "")


def key_texts(item: Item) -> dict[str, str]:
    """Return what the key says about each option, by the option's id."""
    matches = {match.id: match.text for match in item.matches}
    if isinstance(item.key, dict):
        return {option: matches[match] for option, match in item.key.items()}
    if item.format == "order_lines":
        return {option: f"line {place}" for place, option in enumerate(item.key or (), start=1)}
    return dict.fromkeys(item.key or (), "right")


@cache
def page_environment() -> Environment:
    """Return what renders the pages for authors."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["rich"] = _rich
    environment.filters["paragraphs"] = lambda text: [
        part for part in re.split(r"\n\s*\n", text) if part.strip()
    ]
    return environment


def _rich(text: str) -> Markup:
    """Convert a text with code in backticks to HTML."""
    return Markup(_SPAN.sub(r"<code>\1</code>", html.escape(text)))
