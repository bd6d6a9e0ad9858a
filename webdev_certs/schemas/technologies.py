"""Wire models of the catalog of technologies, and of the site in numbers."""

from webdev_certs.schemas.base import Response


class TopicSummary(Response):
    id: str
    title: str
    quota: int
    """How many of the first 20 items of an exam are of this topic, and of the next 20."""


class TechnologySummary(Response):
    technology: str
    """The technology's id, e.g. `react`."""
    name: str
    title: str
    """The certificate's title, such as `Certified React Developer`."""
    summary: str
    """In the language of the request, for the built-in technologies."""
    min_items: int
    max_items: int
    """An exam has from `min_items` to `max_items` items, scored or not."""
    pretest_items: int
    """At most this many of them are not scored, because they are being tried out."""
    mock_exam: bool = False
    """Whether there are mock exams: enough practice items for one."""
    minutes: int
    cut_score: int
    """On the 200–800 scale."""
    topics: list[TopicSummary]


class Figures(Response):
    """The site in numbers: counted from the question bank and the database, never estimated."""

    families: int
    """Question families of the certification tests."""
    practice_questions: int
    tests_passed: int
    """Tests passed on this site, without those whose certificate was revoked."""
