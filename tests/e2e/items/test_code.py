"""Code on the screens: colors, lines that wrap or scroll, and its place beside the answers."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.e2e.axe import STILL
from tests.e2e.learning import ApiLearner, open_practice_at
from webdev_certs.server.content.bank import TECHNOLOGIES

_SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_PHONE = ViewportSize(width=390, height=844)
_DESKTOP = ViewportSize(width=1280, height=800)

_WEAK = """() => {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  for (const block of document.querySelectorAll(".code")) {
    const paper = getComputedStyle(block).backgroundColor;
    for (const token of block.querySelectorAll("span")) {
      for (const pseudo of [null, "::before"]) {
        const color = getComputedStyle(token, pseudo).color;
        if (ratio(color, paper) < 4.5) found.push(`${token.className} ${color} on ${paper}`);
      }
    }
  }
  return found;
}"""
"""The tokens and line numbers whose contrast is below 4.5:1 (WCAG 2.2, 1.4.3)."""


_FADES = """(opacity) =>
getComputedStyle(document.querySelector(".code-body"), "::after").opacity === opacity"""
_FADES_BELOW_THE_SWITCH = """() =>
document.querySelector(".code-head").getBoundingClientRect().bottom
  <= document.querySelector(".code-body").getBoundingClientRect().top"""
_WRAPPED = """() => {
  const places = (line) => {
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      [...text.data].forEach((character, at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        if (character.trim()) found.push(range.getBoundingClientRect());
      });
    }
    return found;
  };
  return [...document.querySelectorAll(".code .line")].flatMap((line) => {
    const [first, ...others] = places(line);
    const below = others.filter((place) => place.top > first.top + first.height / 2);
    return below.length ? [Math.min(...below.map((place) => place.left)) - first.left] : [];
  });
}"""
"""How far right of its beginning each line that wraps goes on, in pixels."""
_SPLIT = """() => [...document.querySelectorAll(".code .line")].flatMap((line) => {
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let text = "";
  const tops = [];
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    [...node.data].forEach((character, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      text += character;
      tops.push(range.getBoundingClientRect().top);
    });
  }
  return [...text.matchAll(/[\\w-]+="[^"]{1,12}"|'[^']{1,20}'|[\\w]+-[\\w-]{1,12}| [{]$/gm)]
    .filter(({ 0: { length }, index }) => Math.abs(tops[index + length - 1] - tops[index]) > 8)
    .map(([part]) => part);
})"""
"""Short attributes, strings and names with hyphens that are split, and braces in a row of their own."""
_SET_WIDTH = """(pre, beyond) => {
  const edges = [...pre.querySelectorAll(".line")].map((line) => {
    const range = document.createRange();
    range.selectNodeContents(line);
    return range.getBoundingClientRect().right;
  });
  pre.style.width = `${Math.max(...edges) - pre.getBoundingClientRect().left + beyond}px`;
}"""
"""Make the code's box as wide as its longest line and some pixels."""
_COPIED = """() => {
  const code = document.querySelector(".code code");
  getSelection().selectAllChildren(code);
  return getSelection().toString().trimEnd() === code.textContent.trimEnd();
}"""
_PLACES = """
var code = document.querySelector(".code").getBoundingClientRect();
var answers = document.querySelector("form [aria-labelledby=question]").getBoundingClientRect()"""


def _block(page: Page) -> Locator:
    return page.locator(".code").first


def _show_sample(page: Page, technology: str) -> None:
    """Show the first sample question of a technology, which has code."""
    page.goto(f"/certifications/{technology}")
    page.get_by_role("button", name="Start the questions").click()
    expect(_block(page)).to_be_visible()


def test_lines_that_fit_exactly_do_not_fade_out_and_the_choice_to_wrap_is_remembered(page: Page) -> None:
    page.set_viewport_size(_DESKTOP)
    _show_sample(page, "react")
    expect(_block(page)).to_have_attribute("data-wrap", "off")
    lines = _block(page).locator("pre")
    lines.evaluate(_SET_WIDTH, -3)
    expect(_block(page)).to_have_attribute("data-wide", "")
    lines.evaluate(_SET_WIDTH, 0)
    expect(_block(page)).not_to_have_attribute("data-wide", "")

    switch = page.get_by_role("button", name="Wrap lines")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    _show_sample(page, "java")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(_block(page)).to_have_attribute("data-wrap", "on")


def test_lines_wrap_on_phones_and_fade_out_where_they_are_cut_off(page: Page) -> None:
    page.set_viewport_size(_PHONE)
    _show_sample(page, "react")
    expect(_block(page)).to_have_attribute("data-wrap", "on")
    expect(_block(page)).not_to_have_attribute("data-wide", "")
    page.get_by_role("button", name="Wrap lines").click()
    expect(_block(page)).to_have_attribute("data-wide", "")
    lines = _block(page).locator("pre")
    # Only what scrolls takes a place in the tab order.
    expect(lines).to_have_attribute("tabindex", "0")
    page.wait_for_function(_FADES, arg="1")
    # The fade does not cover the switch, and disappears at the end of the lines.
    assert page.evaluate(_FADES_BELOW_THE_SWITCH)
    lines.evaluate("(pre) => pre.scrollTo(pre.scrollWidth, 0)")
    expect(_block(page)).to_have_attribute("data-end", "")
    page.wait_for_function(_FADES, arg="0")


def test_every_token_can_be_read_and_wrapped_lines_continue_further_right(page: Page) -> None:
    found: dict[int, list[float]] = {390: [], 600: []}
    for technology in TECHNOLOGIES:
        page.set_viewport_size(_PHONE)
        _show_sample(page, technology)
        expect(_block(page)).to_have_attribute("data-wrap", "on")
        assert page.evaluate(_COPIED), technology
        expect(page.locator(".code .line > span")).not_to_have_count(0)
        for scheme in _SCHEMES:
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("html")).to_have_class(re.compile(rf"\b{scheme}\b"))
            page.evaluate(STILL)
            assert page.evaluate(_WEAK) == [], f"{technology}, {scheme}"
        for width in found:
            page.set_viewport_size({"width": width, "height": 844})
            found[width] += page.evaluate(_WRAPPED)
            assert page.evaluate(_SPLIT) == [], f"{technology}, {width} px"
    assert all(found.values())
    assert min(*found[390], *found[600]) > 0


def test_code_stands_beside_the_answers_on_wide_screens_alone(member: Page, api_learner: ApiLearner) -> None:
    member.set_viewport_size(_DESKTOP)
    # These items have code.
    open_practice_at(member, api_learner, "output")
    member.wait_for_function(f"{_PLACES}; code.right < answers.left && answers.top < code.bottom")
    member.set_viewport_size(_PHONE)
    member.wait_for_function(
        f"{_PLACES}; code.bottom < answers.top && document.documentElement.scrollWidth <= {_PHONE['width']}"
    )
