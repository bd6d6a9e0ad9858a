"""`webdev-certs serve`: serve what has been built, pages and API on one port."""

import click


@click.command()
def serve() -> None:
    """Serve the built product on HOST and PORT; does not build anything."""
    # Imported here, because loading the framework takes longer than the other commands run.
    from reflex.utils.exec import run_backend_prod
    from reflex_base.constants import Env
    from reflex_base.environment import environment

    from webdev_certs.settings.settings import get_settings

    settings = get_settings()
    environment.REFLEX_ENV_MODE.set(Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    click.echo(f"WebDev Certs is served at {settings.origin}")
    run_backend_prod(settings.host, settings.port, mount_frontend_compiled_app=True)
