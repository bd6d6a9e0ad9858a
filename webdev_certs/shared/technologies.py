"""The technologies that the product certifies, as their blueprints say (`server/content/questions`).

Both tiers read their lists, names and topics here. Items and the banks of operators are in `server/content`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

BUILT_IN = Path(__file__).parents[1] / "server" / "content" / "questions"
"""The folder with a folder for each technology."""


@dataclass(frozen=True)
class Topic:
    """A topic of an exam.

    Attributes:
        items: Its quota of the items of an exam.
        objectives: What a certified developer can do, one English sentence each.
    """

    title: str
    items: int
    objectives: tuple[str, ...]


@dataclass(frozen=True)
class Technology:
    """What pages say about a certification; `server.content.format` describes the fields."""

    id: str
    name: str
    title: str
    sign: str
    specimen_number: str
    topics: tuple[Topic, ...]

    @property
    def code(self) -> str:
        """The two letters in the numbers of its certificates, such as the RE of `WDC-RE-SAMP-1E00-A`."""
        return self.specimen_number.split("-")[1]


@cache
def technologies() -> tuple[Technology, ...]:
    """Return the built-in technologies in their order on pages."""
    files = [yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in BUILT_IN.glob("*/blueprint.yaml")]
    return tuple(_technology(data) for data in sorted(files, key=lambda data: data["place"]))


def _technology(data: dict) -> Technology:
    topics = tuple(
        Topic(topic["title"], topic["items"], tuple(topic["objectives"])) for topic in data["topics"]
    )
    return Technology(
        data["technology"], data["name"], data["title"], data["sign"], data["specimen_number"], topics
    )
