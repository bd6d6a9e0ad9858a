"""The format of blueprints: what the certification in a technology consists of."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from webdev_certs.server.content.format import Id, Part, Reference, Text
from webdev_certs.shared.exam_rules import CUT_SCORE, MAX_ITEMS, MIN_ITEMS, MINUTES, SCALE_HIGH, SCALE_LOW


class Topic(Part):
    id: Id
    title: Text
    items: Annotated[int, Field(ge=1)]
    """Quota in a certification form."""
    objectives: tuple[Text, ...] = ()
    """What a certified developer can do in this topic, one sentence each."""
    reference: Reference | None = None
    """The official documentation that covers the topic."""


class Blueprint(Part):
    """What a certification in one technology consists of."""

    technology: Id
    name: Text
    title: Text
    place: Annotated[int, Field(ge=1)] = 99
    """The place among the technologies: the lowest comes first."""
    sign: Annotated[str, Field(max_length=2)] = ""
    """A monogram, for cards."""
    specimen_number: str = ""
    """The number of its specimen certificate; its two letters are in the numbers of all its certificates
    (`domain.certificate_numbers`)."""
    summary: Text
    cut_score: Annotated[int, Field(ge=SCALE_LOW, le=SCALE_HIGH)] = CUT_SCORE
    minutes: Annotated[int, Field(ge=5, le=240)] = MINUTES
    official_hosts: Annotated[tuple[str, ...], Field(min_length=1)]
    topics: Annotated[tuple[Topic, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len({topic.id for topic in self.topics}) < len(self.topics):
            raise ValueError("two topics share an id")
        if not MIN_ITEMS <= self.length <= MAX_ITEMS:
            raise ValueError(f"the quotas add up to {self.length}, not to {MIN_ITEMS}–{MAX_ITEMS} items")
        return self

    @property
    def length(self) -> int:
        """Items in a certification form."""
        return sum(topic.items for topic in self.topics)
