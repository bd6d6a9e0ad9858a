"""The list of all mistakes."""

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.records import mistake
from webdev_certs.schemas.practice import TechnologyMistakes, TopicMistakes
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.session.guards import GuardState

PATH = "/practice-mistakes/react"
JAVA = "/practice-mistakes/java"


@pytest.fixture(autouse=True)
def counts(fake: FakeApi, paid: None) -> None:
    """Three mistakes in two topics of React, and one in Java."""
    topics = [
        TopicMistakes(topic="basics", title="Basics", mistakes=1),
        TopicMistakes(topic="state", title="State", mistakes=2),
    ]
    react = TechnologyMistakes(technology="react", name="React", mistakes=3, topics=topics)
    java = TechnologyMistakes(technology="java", name="Java", mistakes=1, topics=topics[:1])
    fake.answer(Api.mistake_counts, [react, java])
    fake.answer(Api.mistakes, Page([mistake(7), mistake(2), mistake(2, "basics")], ""))


async def open_mistakes(tab: Tab, path: str = PATH) -> MistakesState:
    tab.open(path)
    await tab.fire(GuardState.require_payment)
    return await tab.load(MistakesState)


def choices(mistakes: MistakesState) -> list[tuple[str, int, str, bool]]:
    return [(one.title, one.mistakes, one.href, one.current) for one in mistakes.technologies]


@pytest.mark.parametrize(
    ("topic", "query", "again"),
    [("", "", "?round=mistakes"), ("state", "?topic=state", "?topic=state&round=mistakes")],
)
async def test_mistakes_are_numbered_and_offered_by_technology_and_topic(
    learner: Tab, fake: FakeApi, topic: str, query: str, again: str
):
    mistakes = await open_mistakes(learner, PATH + query)
    assert fake.calls(Api.mistakes) == [{"technology": "react", "topic": topic, "after": ""}]
    assert (mistakes.phase, mistakes.following, mistakes.is_of_topic) == ("ready", "", bool(topic))
    assert [item.position for item in mistakes.items] == [1, 2, 3]
    assert not any(item.correct for item in mistakes.items)
    assert choices(mistakes) == [("React", 3, PATH, True), ("Java", 1, JAVA, False)]
    assert [(one.title, one.mistakes, one.href, one.current) for one in mistakes.topics] == [
        ("All topics", 3, PATH, not topic),
        ("Basics", 1, f"{PATH}?topic=basics", False),
        ("State", 2, f"{PATH}?topic=state", topic == "state"),
    ]
    assert mistakes.again_href == f"/practice-test/react{again}"


async def test_a_single_topic_is_not_offered(learner: Tab):
    assert (await open_mistakes(learner, JAVA)).topics == []


@pytest.mark.parametrize(
    ("query", "words"),
    [("", "No mistakes left in React"), ("?topic=state", "No mistakes left in this topic")],
)
async def test_nothing_is_left(learner: Tab, fake: FakeApi, query: str, words: str):
    fake.answer(Api.mistakes, Page([], ""))
    java = TechnologyMistakes(technology="java", name="Java", mistakes=1, topics=[])
    fake.answer(Api.mistake_counts, [java])
    mistakes = await open_mistakes(learner, PATH + query)
    assert (mistakes.phase, mistakes.items, mistakes.none_left) == ("ready", [], words)
    assert mistakes.practice_href == f"/practice-test/react{query}"
    assert choices(mistakes) == [("Java", 1, JAVA, False), ("React", 0, PATH, True)]


async def test_further_mistakes_follow_and_the_first_gets_the_focus(learner: Tab, fake: FakeApi):
    fake.answer(Api.mistakes, Page([mistake(1), mistake(2)], "cursor"), Page([mistake(9)], ""))
    mistakes = await open_mistakes(learner)
    assert (len(mistakes.items), mistakes.following) == (2, "cursor")
    effects = await learner.fire(MistakesState.show_more)
    assert effects == [Effect("set_focus", {"ref": "ref_question_3"})]
    assert fake.calls(Api.mistakes)[-1] == {"technology": "react", "topic": "", "after": "cursor"}
    assert [item.position for item in mistakes.items] == [1, 2, 3]
    assert mistakes.following == ""
    assert await learner.fire(MistakesState.show_more) == []
