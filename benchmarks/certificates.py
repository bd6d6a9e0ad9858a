"""A database as large as after a few successful years."""

import random
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from sqlalchemy import create_engine, insert

from benchmarks.product import DATA
from webdev_certs.server.domain.certificate_numbers import new_number
from webdev_certs.server.models import Attempt, Certificate, User

COUNT = 100_000
_TECHNOLOGY = "react"


def issue_certificates() -> list[str]:
    """Write valid certificates, each with its attempt and holder, to the benchmark database."""
    rng = random.Random(20_000)
    passed_at = datetime.now(UTC) - timedelta(days=1)
    users, attempts, certificates = [], [], {}
    while len(certificates) < COUNT:
        user_id, attempt_id, number = uuid4(), uuid4(), new_number(_TECHNOLOGY, rng)
        users.append(
            {
                "id": user_id,
                "email": f"holder{len(certificates)}@example.com",
                "full_name": "Grace Hopper",
                "password_hash": None,
                "terms_accepted_at": passed_at,
                "created_at": passed_at,
            }
        )
        attempts.append(
            {
                "id": attempt_id,
                "user_id": user_id,
                "technology": _TECHNOLOGY,
                "min_items": 20,
                "max_items": 40,
                "position": 20,
                "cut_score": 500,
                "started_at": passed_at,
                "deadline": passed_at,
                "submitted_at": passed_at,
                "ended_by": "submitted",
                "score": 700,
                "standard_error": 40,
                "passed": True,
                "profile": [],
            }
        )
        certificates[number] = {
            "number": number,
            "user_id": user_id,
            "attempt_id": attempt_id,
            "technology": _TECHNOLOGY,
            "title": "Certified React Developer",
            "holder_name": "Grace Hopper",
            "score": 700,
            "score_public": False,
            "issued_at": passed_at,
            "expires_at": passed_at + timedelta(days=700),
        }
    engine = create_engine(f"sqlite:///{DATA / 'webdev-certs.db'}")
    with engine.begin() as connection:
        connection.execute(insert(User), users)
        connection.execute(insert(Attempt), attempts)
        connection.execute(insert(Certificate), list(certificates.values()))
    # Closing the last connection moves the write-ahead log into the database file, as happens over time in
    # production.
    engine.dispose()
    return list(certificates)
