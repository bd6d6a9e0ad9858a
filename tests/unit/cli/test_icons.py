"""The icons of the installed product: up to date, small, and within what devices show of them."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.conftest import ROOT
from tests.unit.cli.operated import call
from webdev_certs.cli.pictures import ICONS, draw_icon


@pytest.mark.parametrize("name", ICONS)
def test_each_icon_is_up_to_date(name: str):
    file = ROOT / "assets" / name
    assert file.stat().st_size < 12_000
    with Image.open(file) as kept, Image.open(BytesIO(draw_icon(name))) as drawn:
        difference = ImageChops.difference(kept.convert("RGBA"), drawn.convert("RGBA"))
        assert max(ImageStat.Stat(difference).mean) < 3, "run `webdev-certs icons`"


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


def test_a_command_draws_the_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "assets").mkdir()
    assert call("icons").exit_code == 0
    assert {file.name for file in (tmp_path / "assets").iterdir()} == set(ICONS)
