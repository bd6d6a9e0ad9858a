"""Lists of numbers, public profiles, and what holders post and embed."""

from html.parser import HTMLParser
from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import NOW, NUMBER, certificate, verification
from tests.unit.ui.states.browser import Tab
from webdev_certs.schemas.certificates import (
    NumberList,
    OwnProfile,
    ProfileSettings,
    ScoreMeaning,
    VerifiedNumber,
    VerifiedNumbers,
)
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.certificates.own import OwnCertificatesState, badge_snippet, post_urls
from webdev_certs.ui.states.certificates.public_profile import OwnProfileState
from webdev_certs.ui.states.certificates.verify_list import NumberListState
from webdev_certs.ui.states.certificates.verify_number import VerificationState

MEANING = ScoreMeaning(
    standard_error=34, low=545, high=679, band="proficient", possible_bands=["competent", "proficient"]
)


def listed(line: int, **values: Any) -> VerifiedNumber:
    fields = {"typed": NUMBER, "certificate": None, "problem": None, "detail": None}
    return VerifiedNumber.model_validate({"line": line, **fields, **values})


def own(handle: str | None = "ada", *shown: str) -> OwnProfile:
    url = f"https://certs.example/profiles/{handle}" if handle else None
    return OwnProfile(handle=handle, url=url, indexed=False, shown=list(shown))


async def test_a_list_shows_what_is_wrong_with_each_number(visitor: Tab, fake: FakeApi):
    found = verification(score=612, score_meaning=MEANING)
    wrong = listed(3, typed="WDC-RE-302P", problem="too_short", detail="Characters are missing.")
    rows = [listed(1, certificate=found), wrong]
    fake.answer(Api.verify_numbers, VerifiedNumbers(numbers=rows, checked_at=NOW))
    form = {"text": f"{NUMBER}\n\nWDC-RE-302P"}
    await visitor.fire(NumberListState.verify, dict(form))
    assert fake.calls(Api.verify_numbers) == [{"numbers": NumberList(text=form["text"])}]
    state = visitor.state(NumberListState)
    valid, short = state.rows
    assert (valid.status, valid.score, valid.verify_path) == ("valid", "612 (545–679)", f"/verify/{NUMBER}")
    assert (short.number, short.status, short.verify_path) == ("WDC-RE-302P", "too_short", "")
    assert state.summary == "1\N{NO-BREAK SPACE}of 2 is valid right now."
    fake.answer(Api.verify_numbers_as_csv, b"line,number\r\n")
    await visitor.fire(NumberListState.download)
    assert fake.calls(Api.verify_numbers_as_csv) == [{"numbers": NumberList(text=form["text"])}]


async def test_a_public_profile_is_created_changed_and_removed_once(learner: Tab, fake: FakeApi):
    fake.answer(Api.set_public_profile, own("k3mq92f7"), own("ada"))
    fake.answer(Api.remove_public_profile, None)
    await learner.fire(OwnProfileState.create)
    state = learner.state(OwnProfileState)
    assert (state.handle, state.path) == ("k3mq92f7", "/profiles/k3mq92f7")
    await learner.fire(OwnProfileState.save, {"handle": "Ada", "indexed": "on"})
    assert [call["chosen"] for call in fake.calls(Api.set_public_profile)] == [
        ProfileSettings(),
        ProfileSettings(handle="Ada", indexed=True),
    ]
    await learner.fire(OwnProfileState.remove)
    assert learner.state(OwnProfileState).handle == ""


@pytest.mark.parametrize("title", ["Certified React Developer", 'A "><script>alert(1)</script> & B'])
def test_the_embedded_badge_is_a_link_around_a_picture(title: str):
    found: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, dict(attrs)))

    held = certificate(title=title)
    Reader().feed(badge_snippet(held))
    (link, target), (picture, shown) = found
    assert (link, picture) == ("a", "img")
    assert target == {"href": held.verify_url}
    assert shown["alt"] == f"{title}: verify {held.number} at WebDev Certs"
    assert str(shown["src"]).endswith(f"/api/verify/{held.number}/badge.svg")


def test_posts_carry_the_text_and_the_link():
    urls = post_urls("I’m a C# & .NET developer!", "https://certs.example/verify/1")
    assert urls["linkedin"].endswith("?url=https%3A%2F%2Fcerts.example%2Fverify%2F1")
    assert "text=I%E2%80%99m+a+C%23+%26+.NET" in urls["x"]
    assert urls["mastodon"].startswith("https://share.joinmastodon.org/#text=I%E2%80%99m%20a%20C%23%20%26")


async def test_what_failed_at_an_earlier_visit_is_not_said_again(learner: Tab, fake: FakeApi):
    fake.answer(Api.own_public_profile, refusal("internal_error", 500), own())
    state = await learner.load(OwnProfileState)
    assert state.error
    await learner.load(OwnProfileState)
    assert (state.error, state.handle) == ("", "ada")


async def test_verification_says_how_exact_a_score_is(visitor: Tab, fake: FakeApi):
    compared = MEANING.model_copy(update={"higher_than_percent": 84, "learners": 1240})
    found = verification(score=612, score_meaning=compared, cut_score=510, criteria="/criteria/react/1")
    fake.answer(Api.technologies, [])
    fake.answer(Api.verify_certificate, found)
    state = await visitor.load(VerificationState, f"/verify/{NUMBER}")
    assert (state.score, state.band, state.cut_score) == ("612 (likely 545–679)", "Proficient", 510)
    assert "could also be in the band “Competent”" in state.margin
    assert state.standing == "Higher than 84% of the 1240 people who took this test here."


async def test_a_choice_for_the_profile_updates_what_it_shows(learner: Tab, fake: FakeApi):
    fake.answer(Api.share_certificate, certificate())
    then = await learner.fire(OwnCertificatesState.share, NUMBER, "on_profile", True)
    assert [effect.name for effect in then] == ["OwnProfileState.load"]
