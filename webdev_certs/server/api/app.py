"""Composes the API. Nothing connects and nothing is read before `create_api` is called."""

import logging
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from fastapi import FastAPI
from starlette.routing import Route

from webdev_certs.server.api import (
    auth,
    certificates,
    credentials,
    errors,
    exams,
    health,
    mails,
    openapi,
    payments,
    practice,
    profile,
    progress,
    public_profiles,
    technologies,
    tutor,
    verify,
)
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.api.errors import UnknownPath
from webdev_certs.server.api.middleware import AnswerLanguage, CallRules
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.database.readiness import check_connection_limit
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.gateways.mail import Mailer, SmtpMailer
from webdev_certs.server.gateways.openai_model import OpenAIModel
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.gateways.plan_cache import PlanCache
from webdev_certs.server.gateways.supabase import SupabaseAuth
from webdev_certs.server.services.accounts.accounts import BlockedAccounts
from webdev_certs.server.services.accounts.ended_sessions import ended_sessions, noticing, recall_ended
from webdev_certs.server.services.accounts.export import export_workers
from webdev_certs.server.services.certificates.issuer import CredentialIssuer
from webdev_certs.server.services.certificates.issuer_keys import IssuerKeys
from webdev_certs.server.services.certificates.rendering import CertificateRenderer
from webdev_certs.server.services.certificates.standings import ScoreStandings
from webdev_certs.server.services.certificates.status_lists import StatusLists
from webdev_certs.server.services.certificates.verify_file import FileVerifier
from webdev_certs.server.services.certificates.verify_number import PublishedCertificates
from webdev_certs.server.services.items.bank_sync import BankStore, load_configured_bank
from webdev_certs.server.services.items.catalog import SiteFigures
from webdev_certs.server.services.jobs import JobRunner, scheduled_jobs
from webdev_certs.server.services.mail.outbox import MailWorker
from webdev_certs.server.services.payments.provider import configured_provider
from webdev_certs.server.services.reminders.queueing import withdraw_wrong
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.keeping_time import keeping_time
from webdev_certs.server.services.tutor.turns import end_turns
from webdev_certs.settings import Settings
from webdev_certs.shared.clock import Clock, utc_now

log = logging.getLogger(__name__)

ROUTERS = (
    # The most frequent calls first, because routes are searched in this order.
    verify.router,
    exams.router,
    auth.router,
    auth.identities_router,
    profile.router,
    technologies.router,
    technologies.figures_router,
    practice.router,
    tutor.router,
    practice.samples_router,
    progress.router,
    certificates.router,
    public_profiles.router,
    credentials.router,
    payments.router,
    mails.contact_router,
    mails.router,
    health.router,
    credentials.key_router,
)


def create_api(
    settings: Settings,
    *,
    clock: Clock | None = None,
    machine_clock: Clock = utc_now,
    rng: random.Random | None = None,
    bank: Bank | None = None,
    password_hasher: PasswordHasher | None = None,
) -> FastAPI:
    """Build the API.

    The caller runs `lifespan_resources` around it: FastAPI does that by itself, but not for a mounted app.

    Args:
        settings: The settings of this process.
        clock: The time, for everything; by default the database's.
        machine_clock: The clock of this machine, which the database's is compared with.
        rng: Chooses items and their order; by default the operating system's source.
        bank: The question bank; by default the built-in one with those that `settings` adds.
        password_hasher: By default Argon2id at full cost.

    Raises:
        content.bank.BankError: The question bank has faults.
        ValueError: The signing key or the credential key is not valid.
    """
    api = FastAPI(
        title="WebDev Certs",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan_resources,
    )
    database = Database(
        settings.database, connections=settings.database_connections, machine_clock=machine_clock
    )
    clock = clock or database.clock
    signing_key = SigningKey.configured(settings.signing_key, settings.data_dir)
    bank = bank or load_configured_bank(settings, signing_key)
    issuer = CredentialIssuer(settings.origin, IssuerKeys(settings), settings.former_origins)
    published = PublishedCertificates(database)
    redis_url = settings.redis_url.get_secret_value() if settings.redis_url else ""
    ended = ended_sessions(settings, clock)

    async def prepare(db: AsyncSession) -> None:
        await check_connection_limit(
            db, settings.database_connections, max(settings.database_processes, settings.workers)
        )
        await issuer.keys.prepare(db, clock())
        await recall_ended(db, ended, settings, clock())

    api.state.resources = Resources(
        settings=settings,
        database=database,
        bank=bank,
        signing_key=signing_key,
        limiter=RateLimiter(signing_key.derive("limits"), redis_url),
        password_hasher=password_hasher
        or PasswordHasher(settings.password_hashers, queue=settings.password_queue),
        clock=clock,
        rng=rng or random.SystemRandom(),
        mailer=_mailer(settings),
        social_auth=_social_auth(settings),
        payment_provider=configured_provider(settings),
        language_model=OpenAIModel(settings) if settings.llm_base_url else None,
        plans=PlanCache(clock),
        published_certificates=published,
        score_standings=ScoreStandings(database),
        certificate_renderer=CertificateRenderer(),
        ended_sessions=ended,
        export_workers=export_workers(),
        bank_store=BankStore(database, bank, settings.data_dir, prepare),
        blocked_accounts=BlockedAccounts(database),
        issuer=issuer,
        status_lists=StatusLists(database, issuer, clock),
        file_verifier=FileVerifier(database, issuer, published),
        figures=SiteFigures(),
    )
    errors.install(api)
    openapi.describe_problems(api)
    api.add_middleware(CallRules)
    api.add_middleware(AnswerLanguage)
    for router in ROUTERS:
        # Not `include_router`, which would search every router twice at each request.
        api.router.routes.extend(router.routes)
    api.router.routes.extend(openapi.docs_router.routes)
    openapi.mount_files(api)
    # Last, because it takes all other paths below /api. Reflex mounts its own routes after it.
    unknown = UnknownPath()
    api.router.routes.append(Route("/api/{path:path}", unknown, include_in_schema=False))
    api.router.routes.append(Route("/api", unknown, include_in_schema=False))
    return api


@asynccontextmanager
async def lifespan_resources(api: FastAPI) -> AsyncIterator[None]:
    """Store the question bank before the first request, and close all connections after the last.

    In between, background tasks send mails and run the jobs that are due (`services.jobs`). If
    the database is unavailable, the process starts anyway, and is not ready until the bank is stored.

    Raises:
        services.certificates.issuer_keys.MissingKey: The current credential key is missing.
    """
    resources: Resources = api.state.resources
    if missing := resources.settings.operator.missing:
        log.warning(
            "The imprint, the withdrawal notice and the forms to withdraw and to cancel, which the law of "
            "the operator's country asks for, are left out until these settings are there: %s",
            ", ".join(missing),
        )

    def use(bank: Bank) -> None:
        api.state.resources = replace(resources, bank=bank)

    def context() -> Context:
        return new_context(api.state.resources)

    try:
        async with AsyncExitStack() as tasks:
            # First, because without the time nothing is claimed, and no answer is saved.
            await tasks.enter_async_context(keeping_time(resources.database.clock))
            await tasks.enter_async_context(noticing(resources.database, resources.ended_sessions))
            await tasks.enter_async_context(resources.bank_store.running(use))
            if resources.mailer:
                worker = MailWorker(
                    resources.database,
                    resources.mailer,
                    resources.clock,
                    resources.rng,
                    before_sending=lambda: withdraw_wrong(context()),
                )
                await tasks.enter_async_context(worker.running())
            jobs = scheduled_jobs(context)
            runner = JobRunner(resources.database, resources.clock, jobs)
            await tasks.enter_async_context(runner.running())
            yield
    finally:
        await end_turns()
        resources.password_hasher.close()
        resources.certificate_renderer.close()
        resources.file_verifier.close()
        resources.export_workers.close()
        await resources.plans.close()
        if resources.payment_provider:
            await resources.payment_provider.close()
        if resources.language_model:
            await resources.language_model.close()
        await resources.limiter.close()
        resources.issuer.close()
        await resources.database.dispose()
        if resources.social_auth:
            await resources.social_auth.close()


def _mailer(settings: Settings) -> Mailer | None:
    if not settings.smtp_host:
        return None
    return SmtpMailer(
        settings.smtp_host,
        settings.smtp_port,
        security=settings.smtp_security,
        sender=settings.mail_sender,
        user=settings.smtp_user,
        password=settings.smtp_password,
        unsubscribe_email=settings.unsubscribe_email,
    )


def _social_auth(settings: Settings) -> SupabaseAuth | None:
    return SupabaseAuth(settings.social_url, settings.social_key) if settings.social_url else None
