"""The sign for paths that do not exist: the server and the router of the pages lead from there to `/`."""

NOT_FOUND = "not-found"
"""The fragment of the URL with which the home page says once that the page does not exist."""
