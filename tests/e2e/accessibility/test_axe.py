"""What axe-core is spared: texts that look like one whose contrast was measured before."""

from playwright.sync_api import Page

from tests.e2e.axe import Axe, violations

ON_WHITE, ON_GRAY = "background: #fff", "background: #777; height: 9em"
WORDS = "<p style='color: #6b6b6b'>Words</p>"


def test_a_text_that_looks_different_is_measured(page: Page, axe: Axe) -> None:
    for other in (
        f"<main style='{ON_GRAY}'>{WORDS}</main>",
        f"<main style='{ON_WHITE}'><div style='{ON_GRAY}'>{WORDS}</div></main>",
        f"<main style='{ON_WHITE}; opacity: 0.6'>{WORDS}</main>",
        f"<main style='{ON_WHITE}'><p style='color: #999'>Paler words</p></main>",
        f"<main style='{ON_GRAY}'><div style='position: absolute'>{WORDS}</div></main>",
    ):
        known = Axe(axe.script)
        page.set_content(f"<main style='{ON_WHITE}'>{WORDS}</main>")
        assert violations(page, known, "colors") == []
        assert len(known.measured) == 1
        page.set_content(other)
        # What fails is found wherever it is shown.
        for _time in range(2):
            found = violations(page, known, "colors")
            assert ["color-contrast" in fault for fault in found] == [True], other


def test_what_axe_core_does_not_measure_does_not_count_as_measured(page: Page, axe: Axe) -> None:
    known = Axe(axe.script)
    style = "color: #aaa; background: #fff"
    page.set_content(f"<main><button disabled style='{style}'>Not yet</button></main>")
    assert violations(page, known, "colors") == []
    page.set_content(f"<main><button style='{style}'>Now</button></main>")
    assert len(violations(page, known, "colors")) == 1
