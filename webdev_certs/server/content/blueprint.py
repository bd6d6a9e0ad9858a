"""The format of blueprints: what the certification in a technology consists of."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from webdev_certs.server.content.format import Id, Part, Reference, Text


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
    summary: Text
    cut_score: Annotated[int, Field(ge=200, le=800)]
    minutes: Annotated[int, Field(ge=5, le=240)]
    official_hosts: Annotated[tuple[str, ...], Field(min_length=1)]
    topics: Annotated[tuple[Topic, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len({topic.id for topic in self.topics}) < len(self.topics):
            raise ValueError("two topics share an id")
        if not 20 <= self.length <= 40:
            raise ValueError(f"the quotas add up to {self.length}, not to 20–40 items")
        return self

    @property
    def length(self) -> int:
        """Items in a certification form."""
        return sum(topic.items for topic in self.topics)
