"""The icons and the pictures of link previews: up to date, small, and drawn by a command."""

from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.built_in import built_in_bank
from tests.conftest import ROOT
from tests.unit.cli.operated import call
from webdev_certs.cli.pictures import ICONS, TEXT, draw_icon, draw_link_preview, texts
from webdev_certs.shared.translation import LANGUAGES
from webdev_certs.ui.pages.add_pages import social_picture
from webdev_certs.ui.pages.public.home import home

PREVIEWS = {social_picture(language): partial(draw_link_preview, language) for language in LANGUAGES}
PICTURES = {name: partial(draw_icon, name) for name in ICONS} | PREVIEWS


@pytest.mark.parametrize("name", PICTURES)
def test_each_picture_is_up_to_date(name: str):
    file = ROOT / "assets" / name
    assert file.stat().st_size < (60_000 if name in PREVIEWS else 12_000)
    with Image.open(file) as kept, Image.open(BytesIO(PICTURES[name]())) as drawn:
        assert kept.size == drawn.size
        # What it says, and how it looks: letters may differ by some pixels with other versions of Pillow.
        assert kept.info.get(TEXT) == drawn.info.get(TEXT), "run `webdev-certs social`"
        difference = ImageChops.difference(kept.convert("RGBA"), drawn.convert("RGBA"))
        assert max(ImageStat.Stat(difference).mean) < 3, "run `webdev-certs icons` and `webdev-certs social`"
        assert name not in PREVIEWS or (kept.size == (1200, 630) and kept.info[TEXT])


def test_the_mark_of_the_maskable_icon_is_in_the_part_that_no_device_cuts():
    with Image.open(BytesIO(draw_icon("icon-maskable-512.png"))) as file:
        icon = file.convert("RGBA")
    background = icon.getpixel((0, 0))
    middle, safe = icon.width / 2, icon.width * 0.4
    outside = {
        icon.getpixel((x, y))
        for x in range(0, icon.width, 4)
        for y in range(0, icon.height, 4)
        if (x - middle) ** 2 + (y - middle) ** 2 > safe**2
    }
    assert outside == {background}


def test_the_preview_says_what_the_home_page_says():
    headline, lead, technologies = texts("en")
    page = str(home())
    assert headline in page
    assert lead.split("‑")[-1] in page
    assert technologies == " · ".join(one.blueprint.name for one in built_in_bank().technologies.values())
    assert texts("de") != texts("en")


@pytest.mark.parametrize(("command", "names"), [("icons", ICONS), ("social", PREVIEWS)])
def test_a_command_draws_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, names: dict[str, object]
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "assets").mkdir()
    assert call(command).exit_code == 0
    assert {file.name for file in (tmp_path / "assets").iterdir()} == set(names)
