"""A mail server that delivers nothing: it stores the mails it receives and shows them on a page."""

from webdev_certs.sandbox.mail.sandbox import MailSandbox, create_mail_sandbox

__all__ = ["MailSandbox", "create_mail_sandbox"]
