"""Links and buttons that are too small to be tapped (WCAG 2.2, 2.5.8)."""

from playwright.sync_api import Page

_SMALL = """(least) => {
  const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  // Who taps the label of a checkbox taps the checkbox.
  const boxes = (node) => [node, ...(node.labels ?? [])].map((one) => one.getBoundingClientRect());
  const isHidden = ({ width, height }) => width <= 1 && height <= 1;
  const isInSentence = (node) => {
    if (getComputedStyle(node).display !== "inline") return false;
    let block = node.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    return /\\p{L}/u.test(block.textContent.replace(node.textContent, ""));
  };
  return [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter((node) => node.checkVisibility(seen) && !isInSentence(node))
    .map((node) => [node, boxes(node).filter((box) => !isHidden(box))])
    .filter(([, found]) => found.length && found.every((box) => Math.min(box.width, box.height) < least))
    .map(([node, [box]]) => {
      const name = node.getAttribute("aria-label") || node.textContent || node.name;
      return `${node.tagName} "${name}": ${box.width.toFixed(1)}×${box.height.toFixed(1)} px`;
    });
}"""
_LEAST = 24


def small_targets(page: Page) -> list[str]:
    """Return the links, buttons and fields of a page that are below 24×24 CSS px.

    Links within a sentence may be: their size is that of its lines.
    """
    return page.evaluate(_SMALL, _LEAST - 0.1)
