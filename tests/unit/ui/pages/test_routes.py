"""The table of routes, their access rules, and the redirects."""

import re

import pytest

from tests.unit.ui.rendered import rendered_pages
from webdev_certs.shared.technologies import technologies
from webdev_certs.ui.pages.routes import REDIRECTS, ROUTES
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.items.report import ReportState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.kept_sample import KeptSampleState
from webdev_certs.ui.states.session.session import SessionState

PUBLIC = {
    "/",
    "/auth/login",
    "/auth/register",
    "/auth/forgot-password",
    "/auth/callback",
    "/verify/[certificate_number]",
    "/about",
    "/contact",
    "/support",
    "/terms",
    "/privacy",
    *(f"/certifications/{technology.id}" for technology in technologies()),
}
OTHERS = {
    *("/auth/reset-password", "/auth/confirm", "/unsubscribe", "/verify"),
    *("/employers", "/employers/verify", "/criteria/[technology]/[version]", "/profiles/[handle]"),
}
"""Targets of links in emails, the form for a number, and the pages for employers and holders."""


@pytest.mark.parametrize(
    ("access", "paths"),
    [
        ("public", PUBLIC | OTHERS),
        # `page_texts.PAID` says what is paid for; tests/api/security/test_paid_access.py shows it of the API.
        ("paid", {"/practice-results/[result_id]", "/practice-mistakes/[technology]"}),
    ],
)
def test_these_routes_are_public_or_paid_and_all_others_need_a_login(access, paths):
    assert {route.path for route in ROUTES if route.access == access} == paths


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_the_guards_come_before_anything_is_loaded(route):
    events = route.events
    guards = [event for event in events if "require_" in event.fn.__name__]
    assert events[0] is SessionState.restore
    assert events[1 : 1 + len(guards)] == guards
    assert len(guards) == {"public": 0, "login": 1, "paid": 2}[route.access]
    assert set(route.on_load) <= set(events)


@pytest.mark.parametrize(
    ("start", "first"),
    [
        # They alone lead to the sign-in page and back; the others would lead to the home page.
        ("/test/[technology]", ExamState.load),
        ("/practice-test/[technology]", PracticeState.load),
        # Its lists need not wait for the verification of the token.
        ("/dashboard/progress", DashboardState.load),
    ],
)
def test_a_page_asks_for_its_own_content_before_what_all_pages_show(start: str, first: object):
    found = [route for route in ROUTES if route.path.startswith(start)]
    assert found
    for route in found:
        asking = [event for event in route.events if event is not ReportState.enter]
        # The guard asks only for those who are not known, and the sample belongs to the content.
        assert asking[:4] == [SessionState.restore, GuardState.require_login, KeptSampleState.claim, first]


@pytest.mark.parametrize(
    "route", [route for route in ROUTES if ReportState.enter in route.on_load], ids=lambda route: route.path
)
def test_the_report_of_a_question_is_closed_before_the_next_question_is_shown(route):
    assert route.path.startswith(("/test/", "/mock-exam/", "/practice-test/"))
    assert [event.fn.__name__ for event in route.on_load] == ["enter", "load"]


def test_every_path_is_unique():
    assert len({route.path for route in ROUTES}) == len(ROUTES)


def test_the_dashboard_views_share_one_page():
    views = [route for route in ROUTES if route.view]
    assert len({route.page for route in views}) == 1
    assert [route.view for route in views[1:]] == [
        *("overview", "certifications", "practice", "progress", "my-certificates")
    ]
    assert all(route.path == f"/dashboard/{route.view}" for route in views[1:])


def test_every_link_leads_to_a_page():
    patterns = [re.compile(re.sub(r"\[\w+\]", "[^/]+", route.path)) for route in ROUTES]
    links = {
        link: path
        for path, page in rendered_pages().items()
        for found in re.findall(r'\bto:(?:"(/[^"]*)"|\([\w.]+ \? "(/[^"]*)" : "(/[^"]*)"\))', page)
        for link in found
        if link
    }
    assert links.keys() >= {"/dashboard", "/auth/login?returnUrl=%2Fauth%2Fconfirm", "/#try"}
    assert links.keys() >= {"/practice-test/vue", "/auth/register?returnUrl=%2Fpractice-test%2Fvue"}
    broken = {
        link: page
        for link, page in links.items()
        if not any(pattern.fullmatch(re.split("[?#]", link)[0]) for pattern in patterns)
    }
    assert broken == {}


def test_every_page_has_a_description_and_only_home_has_the_default_title():
    titles = {route.path: route.title for route in ROUTES}

    assert titles["/"] == "AI-Powered WebDev Certifications"
    assert [path for path, title in titles.items() if title == titles["/"]] == ["/"]
    assert all(route.description for route in ROUTES)


def test_redirects_lead_to_pages_and_hide_none():
    assert REDIRECTS == {
        "/certificates": "/dashboard/my-certificates",
        "/certifications": "/dashboard/certifications",
        "/practice": "/dashboard/practice",
        "/progress": "/dashboard/progress",
    }
    paths = {route.path for route in ROUTES}
    assert set(REDIRECTS.values()) <= paths
    assert paths.isdisjoint(REDIRECTS)
