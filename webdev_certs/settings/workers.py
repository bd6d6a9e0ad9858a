"""Check that several equal processes on one machine can share what they need to."""


def check_workers(
    *, database_url: str, has_redis: bool, has_metrics_token: bool, has_sandboxes: bool
) -> None:
    """Refuse settings with which several workers would disagree or get in each other's way.

    Args:
        database_url: As operators write it; empty for SQLite.
        has_redis: Whether `REDIS_URL` is set.
        has_metrics_token: Whether `METRICS_TOKEN` is set.
        has_sandboxes: Whether a provider is replaced by a sandbox inside the process.

    Raises:
        ValueError: The message names the settings, never their values.
    """
    if not database_url.startswith("postgres"):
        raise ValueError(
            "DATABASE_URL must be a PostgreSQL database with more than one worker: SQLite has one writer at "
            "a time, so that workers would wait for each other"
        )
    if not has_redis:
        raise ValueError(
            "REDIS_URL is required with more than one worker: they count the limits together there"
        )
    if has_metrics_token:
        raise ValueError(
            "METRICS_TOKEN reaches any one of several workers: set METRICS_PORT instead, from which on each "
            "has a port of its own"
        )
    if has_sandboxes:
        raise ValueError(
            "With more than one worker each would have sandboxes of its own: run `webdev-certs sandbox` and "
            "set what it prints, or set SANDBOX=false"
        )
