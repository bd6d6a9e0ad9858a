"""The texts of the information pages, one module for each page."""

from webdev_certs.ui.pages.public.info_texts.about import ABOUT
from webdev_certs.ui.pages.public.info_texts.contact import CONTACT
from webdev_certs.ui.pages.public.info_texts.privacy import PRIVACY
from webdev_certs.ui.pages.public.info_texts.support import SUPPORT
from webdev_certs.ui.pages.public.info_texts.terms import TERMS

__all__ = ["ABOUT", "CONTACT", "PRIVACY", "SUPPORT", "TERMS"]
