"""Pages that exist in development only."""

from webdev_certs.settings import Settings
from webdev_certs.ui.pages.registration import Route


def development_routes(settings: Settings) -> tuple[Route, ...]:
    """Return the rows of the pages that exist in development only; none in production.

    Args:
        settings: The settings that the pages are built with.
    """
    if settings.environment != "development":
        return ()
    # Only here, so that production knows neither the page nor its state.
    from webdev_certs.ui.pages.styleguide.page import styleguide
    from webdev_certs.ui.states.styleguide.examples import StyleguideState

    return (
        Route(
            "/styleguide",
            styleguide,
            "Styleguide",
            "Every component in every state.",
            on_load=(StyleguideState.load,),
        ),
    )
