"""axe-core, which finds violations of WCAG on a page."""

import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.e2e.product import environment

_PACKAGE = "axe-core@4.11.0"
_RULES: dict[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    # A best practice beyond WCAG: landmarks can be told apart in a list of them.
    "rules": {"landmark-unique": {"enabled": True}},
    "resultTypes": ["violations"],
}
_VISUAL: dict[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "target-size", "scrollable-region-focusable"]},
    "resultTypes": ["violations"],
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


def violations(page: Page, axe: str, *, visual: bool = False) -> list[str]:
    """Return the violations on a page, one line each.

    Args:
        page: The page.
        axe: The script of axe-core.
        visual: Whether to apply only the rules about colors, sizes and scrolling. The others find the same in
            every theme.
    """
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(
        "(rules) => axe.run(document, rules)", _VISUAL if visual else _RULES
    )
    return [
        f"{fault['id']}: {fault['help']}: {', '.join(str(node['target']) for node in fault['nodes'])}"
        for fault in found["violations"]
    ]
