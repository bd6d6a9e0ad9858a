"""axe-core, which finds violations of WCAG on a page."""

import subprocess
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playwright.sync_api import Page

from tests.e2e.product import environment

_PACKAGE = "axe-core@4.11.0"
Rules: TypeAlias = Literal["all", "visual", "texts"]
_SIZES = ["target-size", "scrollable-region-focusable"]
# A best practice beyond WCAG: landmarks can be told apart in a list of them.
_UNIQUE = "landmark-unique"
_RULES: dict[Rules, dict[str, Any]] = {
    "all": {
        "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        "rules": {_UNIQUE: {"enabled": True}},
    },
    "visual": {"runOnly": {"type": "rule", "values": ["color-contrast", *_SIZES]}},
    "texts": {"runOnly": {"type": "rule", "values": [*_SIZES, _UNIQUE, "html-lang-valid", "valid-lang"]}},
}
STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const ends = (animation) =>
    animation.playState === "running" && animation.effect.getComputedTiming().endTime !== Infinity;
  // The end of one transition can start the next: of an element that inherits the color.
  for (let round = 0; round < 10; round++) {
    const running = document.getAnimations().filter(ends);
    if (!running.length) return;
    await Promise.allSettled(running.map((animation) => animation.finished));
    await frame();
  }
}"""
"""Waits until all animations have ended. While an element fades in, its contrast is too low."""


def install(folder: Path) -> str:
    """Return the script of axe-core, which npm installs once into a folder."""
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), _PACKAGE]
        subprocess.run(command, check=True, env=environment(), cwd=folder, timeout=300)
    return script.read_text()


def violations(page: Page, axe: str, rules: Rules = "all") -> list[str]:
    """Return the violations on a page, one line each.

    Args:
        page: The page.
        axe: The script of axe-core.
        rules: Which rules to apply: all, or those that can find something else in another theme or width
            (`visual`), or in another language (`texts`).
    """
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(
        "(rules) => axe.run(document, rules)", _RULES[rules] | {"resultTypes": ["violations"]}
    )
    return [
        f"{fault['id']}: {fault['help']}: {', '.join(str(node['target']) for node in fault['nodes'])}"
        for fault in found["violations"]
    ]
