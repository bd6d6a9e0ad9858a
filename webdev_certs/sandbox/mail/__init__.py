"""A mail server that delivers nothing: it keeps what it gets and shows it on a page."""

from webdev_certs.sandbox.mail.sandbox import MailSandbox, create_mail_sandbox

__all__ = ["MailSandbox", "create_mail_sandbox"]
