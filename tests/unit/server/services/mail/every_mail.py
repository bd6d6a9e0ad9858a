"""Every mail to a user: the values of its text, and where it leads."""

from datetime import UTC, date, datetime
from typing import Any

from webdev_certs.server.domain.mail import mask_email

TO, NAME = "ada@example.com", "Ada Lovelace"
TOKEN = "AbC-_123"
UNTIL = datetime(2026, 3, 9, tzinfo=UTC)
PAID: dict[str, Any] = {
    "product_type": "monthly",
    "amount": 1_490,
    "currency": "eur",
    "paid_at": datetime(2026, 2, 9, tzinfo=UTC),
    "number": "ABCD-0001",
    "renews_at": UNTIL,
    "is_canceled": False,
    "is_test": False,
}
TEST: dict[str, Any] = {"title": "Certified Vue Developer", "name": "Vue", "attempt": "7a"}
LINKEDIN = "https://www.linkedin.com/profile/add?name=Certified+Vue+Developer&certId=WDC-VU-7K3M-92QF-Z"
CERTIFICATE: dict[str, Any] = {
    "number": "WDC-VU-7K3M-92QF-Z",
    "score": 612,
    "expires_at": datetime(2028, 3, 9, tzinfo=UTC),
    "linkedin": LINKEDIN,
}
SHARED = ["/test-results/7a", LINKEDIN, "/verify/WDC-VU-7K3M-92QF-Z"]
SCORED: dict[str, Any] = {
    "technology": "vue",
    "score": 470,
    "low": 420,
    "high": 520,
    "cut_score": 535,
    "topics": "Reactivity, Routing",
    "retake_at": UNTIL,
}
TOKEN_OF = {
    "passed": "passed",
    "not_passed": "result",
    "result_corrected": "result",
    "under_review": "review",
    "review_released": "review",
    "review_refused": "review",
    "certificate_expires": "expiry",
    "retake_possible": "retake",
    "reviews_due": "practice",
    "weekly_plan": "practice",
}
"""Text that can be switched off → the token of its kind."""
CANCELED: dict[str, Any] = {
    "ends_at": UNTIL,
    "is_immediate": False,
    "received_at": datetime(2026, 2, 9, 22, 24, tzinfo=UTC),
    "name": NAME,
    "email": TO,
    "product_type": "monthly",
    "for_cause": False,
    "ends_on": None,
}
WITHDRAWN: dict[str, Any] = {
    "received_at": datetime(2026, 2, 9, 22, 24, tzinfo=UTC),
    "name": NAME,
    "email": TO,
    "product_type": "yearly",
    "bought_on": date(2026, 2, 1),
    "is_stopped": True,
}
MAILS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "confirm_email": ({"token": TOKEN, "hours": 24}, [f"/auth/confirm#token={TOKEN}"]),
    "already_registered": ({}, ["/auth/login", "/auth/forgot-password"]),
    "no_account": ({}, ["/auth/register"]),
    "reset_password": ({"token": TOKEN, "minutes": 30}, [f"/auth/reset-password#token={TOKEN}"]),
    "password_changed": ({}, ["/auth/forgot-password"]),
    "email_change": ({"token": TOKEN, "hours": 1}, [f"/auth/confirm#token={TOKEN}"]),
    "email_in_use": ({}, ["/auth/login"]),
    "email_changed": ({"email": mask_email("grace@navy.example")}, ["/contact"]),
    "account_deleted": ({}, []),
    "sign_in_method_added": ({"provider": "GitHub"}, ["/dashboard/profile"]),
    "sign_in_method_removed": ({"provider": "Google"}, ["/dashboard/profile"]),
    "extra_time_granted": ({"percent": 50, "note": "Good luck!"}, []),
    "extra_time_refused": ({"percent": 25, "note": ""}, []),
    "passed": (TEST | CERTIFICATE, SHARED),
    "not_passed": (TEST | SCORED, ["/practice-test/vue", "/test-results/7a"]),
    "under_review": (TEST, ["/test-results/7a", "/contact"]),
    "review_released": (TEST | CERTIFICATE | {"note": "Well done."}, SHARED),
    "review_refused": (TEST | {"note": ""}, ["/test-results/7a", "/contact"]),
    "certificate_expires": (
        TEST | CERTIFICATE | {"technology": "vue", "days": 60},
        ["/test/vue", "/practice-test/vue"],
    ),
    "retake_possible": (TEST | {"technology": "vue"}, ["/test/vue", "/practice-test/vue"]),
    "reviews_due": (
        {
            "total": 12,
            "technologies": [{"name": "Vue", "count": 9}, {"name": "C#", "count": 3}],
            "review": "all",
        },
        ["/practice-test/all?round=review"],
    ),
    "weekly_plan": (
        {
            "name": "Vue",
            "minutes": 15,
            "reviews": 4,
            "topics": [{"title": "Reactivity", "questions": 7}, {"title": "Routing", "questions": 1}],
            "is_ready": False,
            "goal": 80,
            "days": 30,
            "low": 12,
            "high": 90,
        },
        ["/dashboard"],
    ),
    "contact_receipt": ({"message": ["Hello!"]}, []),
    "cancellation_received": (CANCELED, ["/dashboard/billing"]),
    "withdrawal_received": (WITHDRAWN, ["/dashboard/billing"]),
    "payment_receipt": (PAID, ["/dashboard/billing", "/support#payments"]),
    "payment_failed": ({"grace_until": UNTIL}, ["/dashboard/billing"]),
    "subscription_canceled": ({"until": UNTIL}, ["/dashboard/billing"]),
    "subscription_ended": ({}, ["/payment"]),
    "result_corrected": (
        TEST | {"before": 498, "after": 503, "passed": True},
        ["/test-results/7a", "/contact"],
    ),
}
"""Text → its values, and the pages that it links to. The other three go to the operator alone."""
