"""What the home page shows of the product is true."""

from tests.built_in import built_in_bank
from tests.conftest import ROOT
from webdev_certs.server.domain.exams import PRETEST_ITEMS
from webdev_certs.server.domain.score_and_interval import ScaleScore, likely_points
from webdev_certs.shared import specimen
from webdev_certs.shared.exam_rules import CUT_SCORE, MIN_ITEMS
from webdev_certs.shared.translation import LANGUAGES, in_language
from webdev_certs.ui.components import certificate
from webdev_certs.ui.pages.public import product_pictures
from webdev_certs.ui.pages.public.product_pictures import practice_question


def test_the_question_with_feedback_is_one_of_practice():
    shown = practice_question()
    react = built_in_bank().technologies["react"]
    item = next(item for item in react.practice if item.code and item.code.text == shown.code)
    assert (item.stem.strip(), item.format) == (shown.stem, "output")
    assert [option.text for option in item.options] == [choice.text for choice in shown.choices]
    (right,) = [choice for choice in shown.choices if choice.correct]
    (chosen,) = [choice for choice in shown.choices if choice.chosen]
    assert right is not chosen
    page = str(product_pictures.question_picture())
    assert right.explanation.split("`")[0] in page
    assert chosen.explanation.split("`")[0] in page


def test_the_text_says_the_numbers_of_the_chart():
    shown = (specimen.SCORE, specimen.LOW, specimen.HIGH)
    for language in LANGUAGES:
        with in_language(language):
            text = (ROOT / "webdev_certs" / "texts" / language / "home.md").read_text()
        assert all(str(number) in text for number in shown), language


def test_invented_scores_have_the_intervals_of_real_ones():
    for score, low, high in product_pictures._WEEKS:
        assert any(likely_points(ScaleScore(score, error)) == (low, high) for error in range(100)), score
    result = ScaleScore(specimen.SCORE, specimen.STANDARD_ERROR)
    assert likely_points(result) == (specimen.LOW, specimen.HIGH)
    assert specimen.LOW > CUT_SCORE
    assert certificate._QUESTIONS == MIN_ITEMS + PRETEST_ITEMS
