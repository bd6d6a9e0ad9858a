"""Compose the sandbox."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount

from webdev_certs.sandbox.supabase import auth_api, provider_page
from webdev_certs.sandbox.supabase.project import AuthError, Project, SigningKey, Store
from webdev_certs.shared.clock import Clock, utc_now


def create_supabase_sandbox(
    public_base: str,
    *,
    data_file: Path | None,
    site_url: str,
    allowed_redirects: Sequence[str] = (),
    clock: Clock = utc_now,
    allow_unverified_email_sign_ins: bool = False,
) -> Starlette:
    """Create a stand-in for a Supabase project with Google and GitHub.

    Args:
        public_base: The URL at which browsers reach the app, e.g. `http://localhost:8000/sandbox/supabase`.
            Clients use `<public_base>/auth/v1`, or `public_base` where they take the project's URL.
        data_file: The SQLite file for users, login sessions and the signing key; None keeps them in memory.
        site_url: The origin of the product. Sign-ins that ask to return to another site end there.
        allowed_redirects: More origins that sign-ins may return to.
        clock: The clock.
        allow_unverified_email_sign_ins: Whether users can sign in whose email the provider has not verified.

    Raises:
        OSError: The file can be neither opened nor created.
    """
    store = Store(data_file)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        store.close()

    app = Starlette(
        routes=[Mount("/auth/v1", routes=auth_api.routes), *provider_page.routes],
        exception_handlers={AuthError: auth_api.refuse},
        lifespan=lifespan,
    )
    app.state.project = Project(
        public_base=public_base.rstrip("/"),
        site_url=site_url,
        allowed_redirects=tuple(allowed_redirects),
        allow_unverified_email_sign_ins=allow_unverified_email_sign_ins,
        store=store,
        key=SigningKey.load_or_create(store),
        clock=clock,
    )
    return app
