"""A mail server that delivers nothing: it stores the mails it receives and shows them on a page."""

from webdev_certs.sandbox.mail.server import MailSandbox

__all__ = ["MailSandbox"]
