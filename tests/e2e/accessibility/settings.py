"""The widths and themes in which axe-core looks at a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Page

from tests.e2e.axe import Axe, Part, Rules, violations
from tests.e2e.scenes import Scene
from tests.e2e.targets import small_targets

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@dataclass(frozen=True)
class Setting:
    """A width of the window and a theme, and what axe-core looks at there."""

    width: int
    scheme: Literal["light", "dark"]
    rules: Rules = "all"
    part: Part = "page"

    @property
    def forced(self) -> bool:
        """Whether the system forces its colors, as in Windows' contrast themes."""
        return self.part == "forced"


# 320 px is a window of 1280 px that is zoomed to 400% (WCAG 2.2, 1.4.10). Below 640 px all widths have the
# same layout and colors. Each width is searched completely in one theme. In the other one only colors differ.
SETTINGS = (
    Setting(1280, "light"),
    Setting(320, "light", rules="colors"),
    Setting(320, "light", rules="colors", part="forced"),
    Setting(320, "dark"),
    Setting(1280, "dark", rules="colors"),
)
# Other texts can only be too long, for which the narrowest screen has the least space.
_LIKE_ANOTHER = SETTINGS[3:4]
_HEIGHT = 800
_PHONE = 320


def settings_of(scene: Scene) -> Sequence[Setting]:
    """Return the settings in which a scene can show what no other one shows."""
    return _LIKE_ANOTHER if scene.like else SETTINGS


def set_up(page: Page, setting: Setting) -> None:
    """Set the width and the theme."""
    page.set_viewport_size({"width": setting.width, "height": _HEIGHT})
    page.emulate_media(
        color_scheme=setting.scheme,
        forced_colors="active" if setting.forced else "none",
        reduced_motion="reduce",
    )


def faults(page: Page, axe: Axe, name: str, settings: Sequence[Setting] = SETTINGS) -> list[str]:
    """Return what is wrong with the page in any of the settings."""
    found = []
    for setting in settings:
        set_up(page, setting)
        # The page follows the system's theme with a script.
        page.wait_for_function(
            "(scheme) => document.documentElement.classList.contains(scheme)", arg=setting.scheme
        )
        at = f"{name}, {setting}"
        found += [f"{at}: {fault}" for fault in violations(page, axe, setting.rules, setting.part)]
        if setting.width == _PHONE and setting.part == "page":
            found += [f"{at}: too small to be tapped: {target}" for target in small_targets(page)]
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        if wide > setting.width:
            found.append(f"{at}: scrolls sideways, {wide} px")
    return found
