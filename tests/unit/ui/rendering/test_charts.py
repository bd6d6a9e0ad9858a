"""Charts: well-formed, without styles, and with all their numbers as a table."""

import re
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.shared.formatting import day_name, first_weekday, weekday_names
from webdev_certs.shared.translation import LANGUAGES, in_language
from webdev_certs.ui.rendering.charts import Estimate, ability_chart, calendar_chart

DAY = date(2026, 3, 2)
TODAY = date(2026, 3, 4)


def parsed(html: str) -> ElementTree.Element:
    """Return the chart's elements; fails if it is not well-formed."""
    return ElementTree.fromstring(html)


@st.composite
def estimates(draw: st.DrawFn) -> list[Estimate]:
    days = sorted(draw(st.sets(st.integers(0, 300), max_size=8)))
    found = []
    for day in days:
        low, score, high = sorted(draw(st.tuples(*[st.integers(200, 800)] * 3)))
        found.append(Estimate(DAY + timedelta(days=day), score, low, high, "<note>"))
    return found


@given(estimates(), estimates(), st.integers(200, 800))
def test_an_ability_chart_says_every_number(practice: list[Estimate], exams: list[Estimate], cut: int):
    html = ability_chart("C# & <Co>", practice, exams, cut, day_name)
    if not practice and not exams:
        assert html == ""
        return
    figure = parsed(html)
    rows = figure.findall(".//tbody/tr")
    assert len(rows) == len(practice) + len(exams)
    sources = ["Practice"] * len(practice) + ["Test"] * len(exams)
    for row, one, source in zip(rows, [*practice, *exams], sources, strict=True):
        cells = ["".join(cell.itertext()) for cell in row]
        assert cells[0] == day_name(one.day)
        assert cells[1:] == [f"{source}, <note>", str(one.score), f"{one.low}–{one.high}"]
    assert f"You need {cut} to pass." in " ".join(figure.itertext())
    drawing = figure.find(".//svg[@role='img']")
    if len({one.day for one in [*practice, *exams]}) > 1:
        assert drawing is not None
        assert drawing.get("aria-label") == figure.findtext("figcaption")
    else:
        assert drawing is None
        shown = ["".join(value.itertext()) for value in figure.findall(".//dd")]
        assert shown == [f"{one.score} 95% interval {one.low}–{one.high}" for one in [*practice, *exams]]


@given(estimates(), estimates(), st.integers(200, 800))
def test_everything_is_drawn_within_the_chart(practice: list[Estimate], exams: list[Estimate], cut: int):
    html = ability_chart("React", practice, exams, cut, day_name) or "<figure/>"
    for name, value in re.findall(r' (c[xy]|[xy][12])="(-?[\d.]+)%?"', html):
        assert 0 <= float(value) <= (100 if "x" in name else 200)
    assert "style=" not in html


def test_the_line_goes_up_when_the_ability_does():
    html = ability_chart(
        "React", [Estimate(DAY, 400, 300, 500), Estimate(TODAY, 550, 500, 600)], [], 500, day_name
    )
    line = parsed(html).find(".//polyline")
    assert line is not None
    (x1, y1), (x2, y2) = (tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split())
    assert x1 < x2
    assert y1 > y2
    assert "You’re up 150\u00a0points since the first day shown." in html


def test_one_point_is_in_the_singular():
    practice = [Estimate(DAY, 401, 300, 500), Estimate(TODAY, 400, 300, 500)]
    assert "You’re down 1\u00a0point since" in ability_chart("React", practice, [], 500, day_name)


def test_a_chart_is_drawn_in_the_language_of_the_reader():
    with in_language("de"):
        ability = parsed(ability_chart("React", [Estimate(DAY, 500, 400, 600)], [], 500, day_name))
        calendar = calendar_chart({DAY: 12, TODAY: 3}, TODAY)
    assert "Zum Bestehen brauchen Sie 500\u00a0Punkte." in (ability.findtext("figcaption") or "")
    assert [cell.text for cell in ability.findall(".//thead//th")][:3] == ["Tag", "Grundlage", "Punktzahl"]
    assert ability.findtext(".//tbody//th") == "2.\u00a0März\u00a02026"
    assert "15\u00a0Antworten beim Üben an 2\u00a0Tagen seit dem " in calendar


def test_a_single_estimate_of_practice_has_an_interval_and_no_line():
    exam = Estimate(TODAY, 520, 450, 590)
    figure = parsed(ability_chart("React", [Estimate(DAY, 500, 400, 600)], [exam], 500, day_name))
    assert figure.find(".//polyline") is None
    assert len(figure.findall(".//line[@class='chart-whisker']")) == 2


def test_a_calendar_shows_the_days_with_practice():
    counts = {DAY: 12, TODAY: 3, DAY - timedelta(days=400): 50}
    html = calendar_chart(counts, TODAY)
    figure = parsed(html)
    # 25 whole weeks, and Sunday to Wednesday of this one.
    days = _days(figure)
    assert len(days) == 25 * 7 + 4
    assert "15\u00a0practice answers on 2\u00a0days since " in html
    rows = [["".join(cell.itertext()) for cell in row] for row in figure.findall(".//tbody/tr")]
    assert rows == [
        ["Wednesday, March\u00a04,\u00a02026", "3"],
        ["Monday, March\u00a02,\u00a02026", "12"],
    ]
    levels = [rect.attrib["class"] for rect in days][-3:]
    assert levels == ["chart-day chart-day-2", "chart-day chart-day-0", "chart-day chart-day-1"]


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", "Each column is a week from Sunday to Saturday."),
        ("de", "Jede Spalte ist eine Woche von Montag bis Sonntag."),
    ],
)
def test_a_calendar_says_its_weekdays_and_what_its_shades_mean(language: str, order: str):
    with in_language(language):
        figure = parsed(calendar_chart({TODAY: 3}, TODAY))
        short = weekday_names("abbreviated")
        first = first_weekday()
    labels = [text.text for text in figure.findall(".//svg[@class='chart-labels']/text")]
    assert labels == short[first:] + short[:first]
    drawing = figure.find(".//svg[@role='img']")
    assert drawing is not None
    assert order in drawing.attrib["aria-label"]
    assert (figure.findtext("figcaption") or "") in drawing.attrib["aria-label"]
    key = figure.findall(".//li")
    assert ["".join(entry.itertext()) for entry in key] == ["0", "1–9", "10–19", "20–39", "40+"]
    shades = [shade.attrib["class"] for entry in key for shade in entry.iter("rect")]
    assert shades == [f"chart-day chart-day-{level}" for level in range(5)]


@given(st.dates(date(2020, 1, 1), date(2040, 1, 1)), st.sampled_from(list(LANGUAGES)))
def test_each_day_of_a_calendar_is_beside_the_name_of_its_weekday(today: date, language: str):
    with in_language(language):
        figure = parsed(calendar_chart({today: 1}, today))
        short = weekday_names("abbreviated")
    labels = {
        int(text.attrib["y"]) - 11: text.text for text in figure.findall(".//svg[@class='chart-labels']/text")
    }
    days = _days(figure)
    for ago, rect in enumerate(reversed(days)):
        assert labels[int(rect.attrib["y"])] == short[(today - timedelta(days=ago)).weekday()]
    assert [rect for rect in days if rect.attrib["class"].endswith("-1")] == days[-1:]
    # Each column begins with the first day of the week.
    assert int(days[0].attrib["y"]) == min(labels)


@pytest.mark.parametrize("answers", [1, 9, 10, 19, 20, 39, 40, 400])
def test_a_day_has_the_shade_that_the_key_names(answers: int):
    figure = parsed(calendar_chart({TODAY: answers}, TODAY))
    shade = _days(figure)[-1].attrib["class"]
    (numbers,) = [
        "".join(entry.itertext())
        for entry in figure.findall(".//li")
        if any(rect.attrib["class"] == shade for rect in entry.iter("rect"))
    ]
    least, _dash, most = numbers.replace("40+", "40–1000").partition("–")
    assert int(least) <= answers <= int(most)


def _days(figure: ElementTree.Element) -> list[ElementTree.Element]:
    return figure.findall(".//svg[@role='img']/rect")


def test_a_calendar_without_practice_says_so():
    html = calendar_chart({}, TODAY)
    assert "You haven’t practiced in the last half year." in html
    assert "<details>" not in html
