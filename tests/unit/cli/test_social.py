"""The pictures of link previews: up to date, small, and drawn by a command."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.built_in import built_in_bank
from tests.unit.cli.operated import call
from webdev_certs.cli.pictures import TEXT, draw_link_preview, texts
from webdev_certs.shared.translation import LANGUAGES
from webdev_certs.ui.pages.add_pages import social_picture
from webdev_certs.ui.pages.public.home import home

ASSETS = Path(__file__).parents[3] / "assets"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_each_language_is_up_to_date(language: str):
    file = ASSETS / social_picture(language)
    assert file.stat().st_size < 60_000
    with Image.open(file) as kept, Image.open(BytesIO(draw_link_preview(language))) as drawn:
        assert kept.size == (1200, 630)
        # What it says, and how it looks: letters may differ by some pixels with other versions of Pillow.
        assert kept.info[TEXT] == drawn.info[TEXT], "run `webdev-certs social`"
        difference = ImageChops.difference(kept.convert("RGB"), drawn.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 3, "run `webdev-certs social`"


def test_the_picture_says_what_the_home_page_says():
    headline, lead, technologies = texts("en")
    page = str(home())
    assert headline in page
    assert lead.split("‑")[-1] in page
    assert technologies == " · ".join(one.blueprint.name for one in built_in_bank().technologies.values())
    assert texts("de") != texts("en")


def test_a_command_draws_the_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "assets").mkdir()
    result = call("social")
    assert result.exit_code == 0
    assert {file.name for file in (tmp_path / "assets").iterdir()} == {"social.png", "social-de.png"}
