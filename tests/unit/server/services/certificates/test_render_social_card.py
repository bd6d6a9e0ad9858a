"""Social cards: the picture of a link to a certificate."""

from datetime import UTC, datetime
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tests.records import verification
from webdev_certs.server.services.certificates.render_social_card import draw_card
from webdev_certs.server.services.certificates.rendering import CertificateRenderer
from webdev_certs.shared.translation import in_language


def picture(*topics: str, pass_mark: int | None = None, **changes: object) -> Image.Image:
    image = Image.open(BytesIO(draw_card(verification(**changes), topics, pass_mark=pass_mark)))
    image.load()
    return image.convert("RGB")


def inked(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """Return how many pixels in a box are not white."""
    part = image.crop(box).convert("L")
    return sum(part.histogram()[:200])


NAME_BOX = (84, 210, 1116, 310)
TOPICS_BOX = (84, 385, 1116, 475)
SEAL_BOX = (970, 50, 1116, 206)
TOPICS = ("Components and JSX", "State and rendering", "Effects and synchronization", "Hooks and refs")


def test_the_card_has_the_size_that_networks_ask_for():
    image = picture()
    assert image.size == (1200, 630)
    assert inked(image, NAME_BOX) > 1000


@pytest.mark.parametrize(
    "name",
    ["Łukasz Żółć", "محمد عبد الله", "李小龍", "अनुष्का शर्मा", "ᏣᎳᎩ", "Ada 李 Łuk", "X" * 120, "Anna " * 24],
)
def test_names_of_every_script_are_drawn_within_the_card(name: str):
    image = picture(holder_name=name)
    assert inked(image, NAME_BOX) > 300
    assert inked(image, (1120, 210, 1200, 310)) == 0
    different = ImageChops.difference(image, picture(holder_name="Ada Lovelace")).getbbox()
    assert different
    assert different[1] >= 180
    assert different[3] <= 318


def test_the_card_names_some_topics():
    few, many = picture(*TOPICS), picture(*(f"{topic} {n}" for n in range(9) for topic in TOPICS))
    assert inked(picture(), TOPICS_BOX) == 0
    for image in (few, many, picture("Very long " * 30), picture("状態")):
        assert inked(image, TOPICS_BOX) > 100
        assert inked(image, (1120, 385, 1200, 475)) == 0
        different = ImageChops.difference(image, picture()).getbbox()
        assert different
        assert (different[1] > 385, different[3] < 475) == (True, True)


@pytest.mark.parametrize("status", ["revoked", "suspended", "replaced"])
def test_a_certificate_that_does_not_count_has_no_name_no_seal_no_topics_and_no_meaning(status: str):
    card = draw_card(verification(status=status, holder_name="Ada"))
    assert card == draw_card(verification(status=status, holder_name="Grace"), TOPICS, pass_mark=500)
    assert card != draw_card(verification(holder_name="Ada"))
    image = picture(*TOPICS, status=status)
    assert inked(image, SEAL_BOX) == inked(image, TOPICS_BOX) == 0


@pytest.mark.parametrize("status", ["valid", "expired", "sample"])
def test_other_certificates_have_a_seal(status: str):
    assert inked(picture(*TOPICS, status=status), SEAL_BOX) > 500


LAST_ROW_BOX = (84, 556, 1116, 592)


@pytest.mark.parametrize("name", ["Ada Lovelace", "Anna " * 24, "X" * 120, "محمد عبد الله"])
def test_a_card_says_what_the_certificate_means_below_any_name_and_topics(name: str):
    long_topics = [f"{topic} {n}" for n in range(9) for topic in TOPICS]
    image = picture(*long_topics, pass_mark=500, holder_name=name)
    assert inked(image, LAST_ROW_BOX) > 1000
    # A margin stays free on the right and below.
    assert inked(image, (1117, 210, 1200, 610)) == inked(image, (0, 596, 1200, 611)) == 0
    different = ImageChops.difference(image, picture(*long_topics, pass_mark=520, holder_name=name)).getbbox()
    assert different
    assert (different[1] > 500, different[3] < 556) == (True, True)


def test_a_name_that_is_not_shown_was_not_stated_either():
    named, withheld = (picture(pass_mark=500, **name) for name in ({}, {"holder_name": None}))
    assert inked(withheld, LAST_ROW_BOX) < inked(named, LAST_ROW_BOX) * 0.7


async def test_a_card_is_drawn_once_for_what_it_shows():
    renderer = CertificateRenderer()
    first = await renderer.card(verification(), TOPICS, 500, caller="a")
    later = await renderer.card(
        verification(checked_at=datetime(2027, 1, 1, tzinfo=UTC)), TOPICS, 500, caller="b"
    )
    assert later is first
    hidden = await renderer.card(verification(holder_name=None, name_withheld=True), TOPICS, 500, caller="a")
    assert hidden != first
    assert await renderer.card(verification(status="revoked"), TOPICS, 500, caller="a") not in (first, hidden)
    assert await renderer.card(verification(), TOPICS[:2], 500, caller="a") not in (first, hidden)
    assert await renderer.card(verification(), TOPICS, 520, caller="a") not in (first, hidden)
    renderer.close()


def test_a_card_tells_a_withheld_name_from_a_former_user():
    withheld = picture(holder_name=None, name_withheld=True)
    former = picture(holder_name=None)
    assert ImageChops.difference(former, picture(holder_name="Former user")).getbbox() is None
    assert ImageChops.difference(withheld, picture(holder_name="Holder’s name withheld")).getbbox() is None


def test_the_card_is_the_same_whoever_asks_for_it():
    english = draw_card(verification())
    with in_language("de"):
        assert draw_card(verification()) == english
