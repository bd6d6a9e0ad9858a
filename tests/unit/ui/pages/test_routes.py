"""The table of routes against the specification's."""

import pytest

from webdev_certs.ui.pages.routes import REDIRECTS, ROUTES

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
    *(f"/certifications/{technology}" for technology in ("react", "angular", "vue", "csharp", "java")),
}
MAILED = {"/auth/reset-password", "/auth/confirm"}
"""Where the links in mails lead to; not in the specification."""
LOGIN = {
    "/dashboard",
    *(
        f"/dashboard/{view}"
        for view in ("overview", "certifications", "practice", "progress", "my-certificates")
    ),
    "/dashboard/profile",
    "/dashboard/billing",
    "/test/[technology]",
    "/test-results/[test_id]",
    "/practice-test/[technology]",
    "/practice-test/[technology]/[difficulty]",
    "/payment",
    "/payment/success",
    "/payment/canceled",
}


@pytest.mark.parametrize(
    ("access", "paths"),
    [("public", PUBLIC | MAILED), ("login", LOGIN), ("paid", {"/practice-results/[result_id]"})],
)
def test_every_route_of_the_specification_has_its_access_rule(access, paths):
    assert {route.path for route in ROUTES if route.access == access} == paths


def test_no_address_stands_twice():
    assert len({route.path for route in ROUTES}) == len(ROUTES)


def test_the_views_of_the_dashboard_are_one_page():
    views = [route for route in ROUTES if route.view]

    assert len({route.page for route in views}) == 1
    assert {route.path.removeprefix("/dashboard/"): route.view for route in views[1:]} == {
        view: view for view in ("overview", "certifications", "practice", "progress", "my-certificates")
    }


def test_pages_have_titles_and_descriptions_of_their_own():
    titles = {route.path: route.title for route in ROUTES}

    assert titles["/"] == "AI-Powered WebDev Certifications"
    assert [path for path, title in titles.items() if title == titles["/"]] == ["/"]
    assert all(route.description for route in ROUTES)


def test_redirects_lead_to_pages():
    assert REDIRECTS == {
        "/certificates": "/dashboard/my-certificates",
        "/certifications": "/dashboard/certifications",
        "/practice": "/dashboard/practice",
        "/progress": "/dashboard/progress",
    }
    assert set(REDIRECTS.values()) <= {route.path for route in ROUTES}
