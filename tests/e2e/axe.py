"""axe-core, which finds violations of WCAG on a page."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from playwright.sync_api import Page

from tests.e2e.product import environment

_PACKAGE = "axe-core@4.11.0"
Rules: TypeAlias = Literal["all", "colors", "texts", "names"]
Part: TypeAlias = Literal["page", "forced"]
_MARK = "data-to-measure"
_SIZES = ["target-size", "scrollable-region-focusable"]
# A best practice beyond WCAG: landmarks can be told apart in a list of them.
_UNIQUE = "landmark-unique"
_NAMES = [_UNIQUE, "html-lang-valid", "valid-lang"]
_RULES: dict[Rules, dict[str, Any]] = {
    "all": {
        "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        "rules": {_UNIQUE: {"enabled": True}},
    },
    "colors": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
    "texts": {"runOnly": {"type": "rule", "values": [*_SIZES, *_NAMES]}},
    "names": {"runOnly": {"type": "rule", "values": _NAMES}},
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
_PREPARE = f"axe.configure({{ rules: [{{ id: 'color-contrast', selector: '[{_MARK}]' }}] }})"
# The contrast of a text depends on its color, size and weight, and on what is behind it: what its ancestors
# paint. Only behind an ancestor that lies above other parts of the page can be something else.
_RUN = """async ([rules, options, part, measured, mark]) => {
  const known = new Set(measured);
  const { classList } = document.documentElement;
  const theme = part === "forced" ? part : classList.contains("dark") ? "dark" : "light";
  const isShown = (node) => {
    const { width, height } = node.getBoundingClientRect();
    const seen = { opacityProperty: true, visibilityProperty: true };
    return width > 1 && height > 1 && node.checkVisibility(seen);
  };
  const ownText = ({ childNodes }) =>
    [...childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.data.trim() : "")).join("");
  const faded = (node) => (node ? `${getComputedStyle(node).opacity} ${faded(node.parentElement)}` : "");
  const painted = new Map();
  const paint = (node) => {
    if (!node) return "";
    if (!painted.has(node)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(node);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const isOpaque = !/^rgba|\\//.test(backgroundColor) && backgroundImage === "none";
      const isAbove = /absolute|fixed|sticky/.test(position);
      const behind = isOpaque ? faded(node.parentElement) : isAbove ? null : paint(node.parentElement);
      painted.set(node, behind === null ? null : `${own}; ${behind}`);
    }
    return painted.get(node);
  };
  // What axe-core does not measure everywhere: disabled controls, and texts without words.
  const isMeasured = (node) =>
    /\\p{L}{2}/u.test(ownText(node)) &&
    !node.closest(":disabled, [aria-disabled=true], [inert]") &&
    !node.closest("label")?.control?.disabled;
  const look = (node) => {
    const behind = isMeasured(node) ? paint(node) : null;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(node);
    return behind === null ? null : [theme, color, fontSize, fontWeight, textShadow, behind].join(", ");
  };
  const chosen = [...document.querySelectorAll("body *")].filter(
    (node) =>
      /all|colors/.test(rules) &&
      (ownText(node) || node.matches("input, select, textarea")) &&
      isShown(node) &&
      (part === "page" || getComputedStyle(node).forcedColorAdjust === "none") &&
      !known.has(look(node)),
  );
  if (rules === "colors" && !chosen.length) return [[], []];
  chosen.forEach((node) => node.setAttribute(mark, ""));
  const found = await axe.run(document, options);
  chosen.forEach((node) => node.removeAttribute(mark));
  // What is behind some texts cannot be told in every layout.
  const unclear = [...found.violations, ...found.incomplete].filter(({ id }) => id === "color-contrast");
  const again = new Set(unclear.flatMap(({ nodes }) => nodes.map(({ element }) => look(element))));
  return [
    found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.target)}`),
    [...new Set(chosen.map(look))].filter((one) => one && !again.has(one)),
  ];
}"""


@dataclass(frozen=True)
class Axe:
    """axe-core, and what it has measured on any page.

    Attributes:
        script: The script.
        measured: The looks of texts: their colors, size, weight and theme, and all colors behind them.
    """

    script: str
    measured: set[str] = field(default_factory=set)


def install(folder: Path) -> Axe:
    """Return axe-core, which npm installs once into a folder."""
    script = folder / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), _PACKAGE]
        subprocess.run(command, check=True, env=environment(), cwd=folder, timeout=300)
    return Axe(script.read_text())


def violations(page: Page, axe: Axe, rules: Rules = "all", part: Part = "page") -> list[str]:
    """Return the violations on a page, one line each.

    The contrast of a text that looks like one that was measured before, on any page, is the same.

    Args:
        page: The page.
        axe: The program of axe-core.
        rules: Which rules to apply: all, those about colors, those that can find something else in another
            language (`texts`), or of those only the rules about names and languages (`names`).
        part: Where to measure contrast: on the whole page, or in texts that keep their own colors when colors
            are forced (`forced`).
    """
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(f"{axe.script};{_PREPARE}")
    options = _RULES[rules] | {"resultTypes": ["violations", "incomplete"], "elementRef": True}
    found, measured = page.evaluate(_RUN, [rules, options, part, sorted(axe.measured), _MARK])
    axe.measured.update(measured)
    return found
