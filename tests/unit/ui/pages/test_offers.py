"""The texts of the public pages match the blueprints."""

import pytest

from tests.built_in import built_in_bank
from webdev_certs.server.domain.certificate_numbers import sample_number
from webdev_certs.shared.exam_rules import CUT_SCORE, MINUTES
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.page_texts import titled_texts
from webdev_certs.ui.pages.public.marketing import certification_text


@pytest.fixture(scope="module")
def bank():
    return built_in_bank()


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_an_offer_matches_its_blueprint(offer, bank):
    blueprint = bank.get(offer.id).blueprint

    assert (offer.name, offer.title) == (blueprint.name, blueprint.title)
    assert (blueprint.minutes, blueprint.cut_score) == (MINUTES, CUT_SCORE)
    shares = [100 * topic.items // blueprint.length for topic in blueprint.topics]
    assert [topic.share for topic in offer.topics] == shares
    assert [topic.title for topic in offer.topics] == [topic.title for topic in blueprint.topics]


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_objectives_are_those_of_the_blueprint(offer, bank):
    blueprint = bank.get(offer.id).blueprint
    for topic, shown in zip(blueprint.topics, offer.topics, strict=True):
        goals = shown.objectives.splitlines()
        assert [goal.lower().removeprefix("- ") for goal in goals] == [
            goal.lower().removeprefix("can ") for goal in topic.objectives
        ]
        assert all(goal[2].isupper() or goal[2] == "`" for goal in goals)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_sample_certificates_have_the_reserved_numbers(offer):
    assert offer.sample_number == sample_number(offer.id)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_every_question_about_an_offer_is_asked_once(offer):
    asked = [question for question, _ in titled_texts(certification_text(offer).section("questions"))]
    assert len(set(asked)) == len(asked)
    assert all(question.endswith("?") for question in asked)
