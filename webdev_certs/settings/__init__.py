"""The product's settings, read once from the environment."""

from webdev_certs.settings.settings import DEV_PAGES_PORT, InvalidSettings, Settings, get_settings

__all__ = ["DEV_PAGES_PORT", "InvalidSettings", "Settings", "get_settings"]
