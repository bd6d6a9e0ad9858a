"""Wire models of the catalogue."""

from typing import Literal

from webdev_certs.schemas.base import Response

Difficulty = Literal["beginner", "intermediate", "advanced"]


class TopicSummary(Response):
    id: str
    title: str
    quota: int
    """Items of this topic in a certification form."""


class TechnologySummary(Response):
    technology: str
    """One of `react`, `angular`, `vue`, `csharp`, `java`."""
    name: str
    title: str
    """The certificate's title, e.g. `Certified React Developer`."""
    summary: str
    form_length: int
    minutes: int
    cut_score: int
    """On the 200–800 scale."""
    topics: list[TopicSummary]
