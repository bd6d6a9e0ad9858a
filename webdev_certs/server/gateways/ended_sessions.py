"""The login sessions that have ended while access tokens of them are still valid."""

import logging
from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

import redis.asyncio
from redis.exceptions import RedisError

from webdev_certs.shared.clock import Clock

log = logging.getLogger(__name__)
_KEY = "webdev-certs:ended-sessions"
_PATIENCE_SECONDS = 2
_OVERLAP = timedelta(minutes=2)
"""Overlap of two reads from Redis, because clocks differ and a process can be slow."""


class EndedSessions:
    """Ids of ended login sessions, in memory, so that each call can be checked without a query.

    With Redis, processes share the ids (`exchange`). While Redis does not answer, each process keeps its
    own ids and shares them later.
    """

    def __init__(self, clock: Clock, lifetime: timedelta, redis_url: str = "") -> None:
        """Begin with an empty list; the first exchange connects to Redis.

        Args:
            clock: The time.
            lifetime: How long an id matters: as long as an access token is valid.
            redis_url: Where processes tell each other; empty for this process alone.
        """
        self._clock = clock
        self._lifetime = lifetime
        self._forget_at: dict[UUID, float] = {}
        """In the order of the times, which are POSIX timestamps."""
        self._untold: dict[str, float] = {}
        self._looked_at = 0.0
        self._has_failed = False
        self._redis = (
            redis.asyncio.Redis.from_url(
                redis_url,
                socket_timeout=_PATIENCE_SECONDS,
                socket_connect_timeout=_PATIENCE_SECONDS,
            )
            if redis_url
            else None
        )

    @property
    def is_shared(self) -> bool:
        """Whether processes share the ids through Redis."""
        return self._redis is not None

    def __contains__(self, login_session_id: UUID) -> bool:
        """Return whether a login session has ended."""
        return login_session_id in self._forget_at

    def add(self, login_session_ids: Collection[UUID]) -> None:
        """Remember login sessions that have just ended, and tell the others at the next `exchange`."""
        ended_at = self._clock().timestamp()
        self._remember({login_session_id: ended_at for login_session_id in login_session_ids})
        if self._redis:
            self._untold |= {str(login_session_id): ended_at for login_session_id in login_session_ids}

    def recall(self, login_session_ids: Collection[UUID]) -> None:
        """Remember login sessions that ended before this process started; the others know them."""
        now = self._clock().timestamp()
        self._remember(dict.fromkeys(login_session_ids, now))

    async def exchange(self) -> None:
        """Send new ids to Redis, and read those that other processes have sent."""
        if not self._redis:
            return
        now, told = self._clock().timestamp(), dict(self._untold)
        since = max(self._looked_at - _OVERLAP.total_seconds(), now - self._lifetime.total_seconds())
        try:
            async with self._redis.pipeline() as pipeline:
                if told:
                    pipeline.zadd(_KEY, told)
                    pipeline.zremrangebyscore(_KEY, "-inf", now - self._lifetime.total_seconds())
                    # Redis deletes the key once its last id has expired.
                    pipeline.expire(_KEY, self._lifetime)
                pipeline.zrangebyscore(_KEY, since, "+inf", withscores=True)
                found: list[tuple[bytes, float]] = (await pipeline.execute())[-1]
        except (RedisError, OSError) as error:
            if not self._has_failed:
                log.warning(
                    "Redis does not answer (%s): until it does, other processes accept access tokens of "
                    "login sessions that end here",
                    type(error).__name__,
                )
            self._has_failed, self._looked_at = True, 0.0
            too_old = now - self._lifetime.total_seconds()
            self._untold = {name: ended_at for name, ended_at in self._untold.items() if ended_at > too_old}
            return
        self._has_failed, self._looked_at = False, now
        for login_session_id in told:
            self._untold.pop(login_session_id, None)
        self._remember({UUID(name.decode()): ended_at for name, ended_at in found})

    async def close(self) -> None:
        """Close the connection to Redis."""
        if self._redis:
            await self._redis.aclose()

    def _remember(self, ended: dict[UUID, float]) -> None:
        now = self._clock().timestamp()
        for login_session_id, ended_at in ended.items():
            self._forget_at.setdefault(login_session_id, ended_at + self._lifetime.total_seconds())
        while self._forget_at:
            oldest = next(iter(self._forget_at))
            if self._forget_at[oldest] > now:
                break
            del self._forget_at[oldest]
