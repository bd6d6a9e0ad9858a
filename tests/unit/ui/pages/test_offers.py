"""The texts of the public pages match the blueprints, which the UI tier cannot read."""

import pytest

from tests.built_in import built_in_bank
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.domain.certificate_numbers import sample_number
from webdev_certs.shared.exam_rules import CUT_SCORE, MINUTES
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.public.objectives import OBJECTIVES
from webdev_certs.ui.pages.public.offer_texts import questions


@pytest.fixture(scope="module")
def bank():
    return built_in_bank()


def test_every_technology_has_an_offer():
    assert tuple(offer.id for offer in OFFERS) == TECHNOLOGIES


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_an_offer_matches_its_blueprint(offer, bank):
    blueprint = bank.get(offer.id).blueprint

    assert (offer.name, offer.title) == (blueprint.name, blueprint.title)
    assert (blueprint.minutes, blueprint.cut_score) == (MINUTES, CUT_SCORE)
    assert offer.topics == tuple((topic.title, topic.items) for topic in blueprint.topics)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_objectives_are_those_of_the_blueprint(offer, bank):
    blueprint = bank.get(offer.id).blueprint
    authored = [
        [goal.removeprefix("Can ").lower() for goal in topic.objectives] for topic in blueprint.topics
    ]
    assert [[goal.lower() for goal in goals] for goals in OBJECTIVES[offer.id]] == authored


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_sample_certificates_have_the_reserved_numbers(offer):
    assert offer.sample_number == sample_number(offer.id)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_every_question_about_an_offer_is_asked_once(offer):
    asked = [question for question, _ in questions(offer)]
    assert len(set(asked)) == len(asked)
    assert all(question.endswith("?") for question in asked)
