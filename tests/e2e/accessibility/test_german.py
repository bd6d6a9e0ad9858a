"""On German pages all texts are German, except those that stay English, and the longer words fit."""

import re

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, expect

from tests.built_in import built_in_bank
from tests.e2e.accessibility.settings import Setting, faults
from tests.e2e.axe import Axe
from tests.e2e.scenes import VIEWERS, Stage, Viewer, open_scene, scenes
from webdev_certs.shared.translation import CATALOGS

# Longer words have the least space on the narrowest screen.
SETTINGS = (Setting(1280, "light", rules="names"), Setting(320, "light", rules="texts"))
# What people read or hear, but not what is marked as English: questions, code, topics.
TEXTS = """() => {
  const english = (element) => element.closest("[lang]")?.lang === "en" || element.closest("code, pre");
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("script, style, noscript, svg:not([role])") && !english(parent))
      texts.push(walker.currentNode.textContent);
  }
  for (const name of ["aria-label", "alt", "placeholder", "title"])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!english(element)) texts.push(element.getAttribute(name));
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
}"""
ENGLISH = re.compile(
    r"\b(the|and|your|you|is|are|of|to|with|for|this|that|have|has|from|by|it|its|we)\b", re.IGNORECASE
)
NAMES = re.compile(
    r"C# for|Terms of|of Lovelace"
    # What people have typed.
    r"|State is a snapshot|see the attached PDF"
)


def english_messages() -> set[str]:
    """Return the messages that are different in German."""
    with (CATALOGS / "de" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return {str(message.id) for message in read_po(file) if message.id and message.id != message.string}


def titles() -> re.Pattern[str]:
    """Return what matches a topic and its documentation, which stay English wherever they are named."""
    blueprints = (technology.blueprint for technology in built_in_bank().technologies.values())
    topics = [topic for blueprint in blueprints for topic in blueprint.topics]
    names = [topic.title for topic in topics]
    names += [topic.reference.title for topic in topics if topic.reference]
    return re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_page_speaks_german(
    viewer: Viewer, stage: Stage, windows: dict[Viewer, Page], axe: Axe
) -> None:
    page, english, stays_english, found = windows[viewer], english_messages(), titles(), []
    for scene in scenes(stage):
        # The styleguide is for developers. One scene of several that are alike is enough, because
        # tests/unit/ui/test_untranslated.py reads the texts of all documents.
        if scene.viewer != viewer or scene.name == "styleguide" or scene.like:
            continue
        open_scene(page, scene, "de")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        texts = [stays_english.sub("", text) for text in [page.title(), *page.evaluate(TEXTS)]]
        found += [
            f"{scene.name}: {text}"
            for text in texts
            if (text and text in english) or (ENGLISH.search(text) and not NAMES.search(text))
        ]
        found += faults(page, axe, f"{scene.name} in German", SETTINGS)
    assert not found, "\n".join(found)
