"""The page of `items preview`: one item as HTML."""

import html
import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from webdev_certs.server.content.bank import Fault
from webdev_certs.server.content.format import Item

_SPAN = re.compile(r"`([^`]+)`")
_TOKENS = Path(__file__).parents[4] / "assets" / "tokens.css"
_TOKEN = re.compile(r"^\s*--(?:color|font)-[a-z-]+:[^;]+;", re.MULTILINE)


def render_page(item: Item, topic: str, flaws: list[Fault], others: list[str]) -> str:
    """Return the page of an item.

    Args:
        item: The item.
        topic: The title of its topic.
        flaws: What the checks say of it.
        others: Ids of further instances of its model.
    """
    matches = {match.id: match.text for match in item.matches}
    return (
        _environment()
        .get_template("page.html")
        .render(
            item=item,
            topic=topic,
            flaws=flaws,
            others=others,
            tokens=Markup("\n".join(_TOKEN.findall(_TOKENS.read_text("utf-8"))) if _TOKENS.is_file() else ""),
            key=_key(item, matches),
            accepted=list(item.accept) or [item.number],
        )
    )


def _key(item: Item, matches: dict[str, str]) -> dict[str, str]:
    """Return what the key says about each option, by the option's id."""
    if isinstance(item.key, dict):
        return {option: matches[match] for option, match in item.key.items()}
    if item.format == "order_lines":
        return {option: f"line {place}" for place, option in enumerate(item.key or (), start=1)}
    return dict.fromkeys(item.key or (), "right")


@cache
def _environment() -> Environment:
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
