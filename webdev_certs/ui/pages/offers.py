"""What the pages say about each certification: its blueprint, and its texts in the current language."""

from dataclasses import dataclass

from webdev_certs.shared.technologies import technologies
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.rendering.text import plain


@dataclass(frozen=True, kw_only=True)
class OfferedTopic:
    """A topic with its share of the questions in percent, and its objectives in Markdown."""

    title: str
    share: int
    objectives: str


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A certification.

    Attributes:
        sign: A monogram of the technology.
        version: The version that the questions are about.
        skills: The heading of the list, and its entries.
        audience: The heading, and the text.
        specimen_number: The number of the specimen certificate.
    """

    id: str
    name: str
    sign: str
    version: str
    title: str
    summary: str
    lead: str
    audience: tuple[str, str]
    skills: tuple[str, tuple[str, ...]]
    topics: tuple[OfferedTopic, ...]
    specimen_number: str

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/certifications/{self.id}"


def _offers() -> tuple[Offer, ...]:
    offers = []
    for technology in technologies():
        text = page_text(f"certifications/{technology.id}")
        audience, skills = text.section("audience"), text.section("skills")
        total = sum(topic.items for topic in technology.topics)
        if text.has("objectives"):
            goals = [(plain(topic.heading), topic.text) for topic in text.section("objectives").sections]
        else:
            goals = [(topic.title, "\n".join(map(_entry, topic.objectives))) for topic in technology.topics]
        topics = tuple(
            OfferedTopic(title=title, share=100 * topic.items // total, objectives=objectives)
            for topic, (title, objectives) in zip(technology.topics, goals, strict=True)
        )
        offers.append(
            Offer(
                id=technology.id,
                name=technology.name,
                sign=technology.sign,
                version=text.metadata["version"],
                title=technology.title,
                summary=text.metadata["summary"],
                lead=plain(text.text),
                audience=(plain(audience.heading), plain(audience.text)),
                skills=(plain(skills.heading), tuple(map(plain, skills.entries))),
                topics=topics,
                specimen_number=technology.specimen_number,
            )
        )
    return tuple(offers)


def _entry(objective: str) -> str:
    """Return an objective of a blueprint, such as "Can use hooks.", as an entry of a list."""
    goal = objective.removeprefix("Can ")
    return f"- {goal[:1].upper()}{goal[1:]}"


OFFERS = _offers()
