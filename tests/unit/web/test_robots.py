"""robots.txt lets programs that show link previews read what they need, and keeps crawlers from the rest."""

from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest

ROBOTS = Path(__file__).parents[3] / "assets" / "robots.txt"


@pytest.fixture
def rules() -> RobotFileParser:
    """The rules as a program reads them that knows no wildcards and takes the first rule that fits."""
    parser = RobotFileParser()
    parser.parse(ROBOTS.read_text().splitlines())
    return parser


@pytest.mark.parametrize("crawler", ["LinkedInBot", "Twitterbot", "facebookexternalhit", "Googlebot"])
@pytest.mark.parametrize(
    "path",
    [
        *("/", "/de/certifications/react", "/verify/WDC-RE-7K3M-92QF-Z", "/social.png", "/social-de.png"),
        "/api/verify/WDC-RE-7K3M-92QF-Z/card.png",
    ],
)
def test_pages_and_pictures_of_link_previews_may_be_read(rules: RobotFileParser, crawler: str, path: str):
    assert rules.can_fetch(crawler, f"https://certs.example{path}")


@pytest.mark.parametrize(
    "path", ["/api/technologies", "/api/profile", "/dashboard", "/test/react", "/payment"]
)
def test_crawlers_stay_away_from_the_rest(rules: RobotFileParser, path: str):
    assert not rules.can_fetch("Googlebot", f"https://certs.example{path}")


def test_the_longest_rule_lets_the_cards_through_too():
    """As RFC 9309 §2.2.2 has it, in which the order does not count."""
    lines = [line.split(": ") for line in ROBOTS.read_text().splitlines() if ": " in line]
    path = "/api/verify/WDC-RE-7K3M-92QF-Z/card.png"
    fitting = [(len(rule), kind) for kind, rule in lines if path.startswith(rule)]
    assert max(fitting)[1] == "Allow"
