"""What this process counts; `web.metrics` shows it to Prometheus.

No label holds what a caller chooses: routes are templates, and handlers are those that exist. So the number
of series is bounded, and none is about a person.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()
"""The product's own, so that packages add nothing to it."""
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_PROVIDER_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

REQUEST_SECONDS = Histogram(
    "webdev_certs_request_seconds",
    "Time to answer a request, by the template of its route.",
    ("route", "method", "status"),
    buckets=_SECONDS,
    registry=REGISTRY,
)
EVENT_SECONDS = Histogram(
    "webdev_certs_ui_event_seconds",
    "Time to handle an event of a page, from when it has the tab's state.",
    ("handler",),
    buckets=_SECONDS,
    registry=REGISTRY,
)
EVENT_FAILURES = Counter(
    "webdev_certs_ui_event_failures",
    "Events of a page whose handler failed.",
    ("handler",),
    registry=REGISTRY,
)
ANSWERS_SAVED = Counter(
    "webdev_certs_answers_saved", "Answers saved, in an exam or in practice.", ("kind",), registry=REGISTRY
)
NEXT_QUESTION_SECONDS = Histogram(
    "webdev_certs_next_question_seconds",
    "Time to choose and store the next question.",
    ("kind",),
    buckets=_SECONDS,
    registry=REGISTRY,
)
PROVIDER_SECONDS = Histogram(
    "webdev_certs_provider_call_seconds",
    "Time of a call to another service, whatever its outcome.",
    ("provider",),
    buckets=_PROVIDER_SECONDS,
    registry=REGISTRY,
)
PROVIDER_FAILURES = Counter(
    "webdev_certs_provider_call_failures",
    "Calls to another service that it did not answer, or answered with an error of its own.",
    ("provider",),
    registry=REGISTRY,
)
LANGUAGE_MODEL_FIRST_TOKEN_SECONDS = Histogram(
    "webdev_certs_language_model_first_token_seconds",
    "Time until an answer of the language model begins.",
    buckets=_PROVIDER_SECONDS,
    registry=REGISTRY,
)
LANGUAGE_MODEL_TOKENS = Counter(
    "webdev_certs_language_model_tokens",
    "Tokens of prompts (`input`) and answers (`output`).",
    ("kind",),
    registry=REGISTRY,
)
LANGUAGE_MODEL_COST = Counter(
    "webdev_certs_language_model_cost",
    "What these tokens cost, in the currency of the settings.",
    registry=REGISTRY,
)
LANGUAGE_MODEL_FAILURES = Counter(
    "webdev_certs_language_model_failures",
    "Answers of the language model that were not usable, by what was wrong.",
    ("code",),
    registry=REGISTRY,
)


_METHODS = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")


def known_method(method: str) -> str:
    """Return the method of a request as a label; `other` for those that a caller has made up."""
    return method if method in _METHODS else "other"


@contextmanager
def provider_call(
    provider: Literal["stripe", "supabase", "smtp", "llm"], failures: tuple[type[Exception], ...]
) -> Iterator[None]:
    """Count a call to another service.

    Args:
        provider: The service.
        failures: The exceptions that are the service's fault; a refusal of what was asked is not.
    """
    with (
        PROVIDER_FAILURES.labels(provider).count_exceptions(failures),
        PROVIDER_SECONDS.labels(provider).time(),
    ):
        yield
