"""Where the official documentation confirms what a question says, at the section that its authors cite."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from webdev_certs.schemas.question_help import Passage
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Cited, Item, Reference
from webdev_certs.server.content.item_models.selections import SelectionModel, Sourced

_QUOTED = re.compile(r'"([^"]+)"')


def passages(bank: TechnologyBank, item: Item) -> list[Passage]:
    """Return the different passages that confirm the key of a practice item, in the order of its options."""
    found = dict.fromkeys(_cited(bank, item))
    return [
        Passage(title=reference.title, url=_at(reference.url, location), location=location)
        for reference, location in found
    ]


def _cited(bank: TechnologyBank, item: Item) -> Iterator[tuple[Reference, str]]:
    if isinstance(item.evidence, Cited):
        yield item.reference, item.evidence.location
    model = bank.families.get(item.model) if item.model else None
    if not isinstance(model, SelectionModel) or model.pool != "practice":
        return
    # An instance has no evidence of its own, but each of its statements has.
    entries: dict[str, Sourced] = {each.text: each for each in (*model.statements, *model.steps)}
    entries |= {pair.prompt: pair for pair in model.pairs}
    for option in item.options:
        entry = entries.get(option.text)
        if entry and isinstance(entry.evidence, Cited):
            yield entry.reference or model.reference, entry.evidence.location


def _at(url: str, location: str) -> str:
    """Return a URL that leads to a place on its page.

    Without an anchor it names the headings that the location quotes, as a text fragment
    (https://wicg.github.io/scroll-to-text-fragment/). A browser that does not find them shows the page from
    its beginning.
    """
    headings = _QUOTED.findall(location)
    if "#" in url or not headings:
        return url
    # A hyphen would mean the beginning or the end of a longer text.
    texts = "&".join(f"text={quote(heading, safe='').replace('-', '%2D')}" for heading in headings)
    return f"{url}#:~:{texts}"
