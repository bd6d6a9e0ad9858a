"""The texts of all mails, one function each.

Every function takes the email that the mail goes to and the name of its account. Links are absolute URLs
from `links`.
"""

from datetime import datetime

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, letter
from webdev_certs.shared.formatting import counted, long_date

_ACCOUNT = "You get this mail because this email belongs to a WebDev Certs account."


def confirm_email(to: str, name: str, link: str, hours: int) -> Message:
    """Ask a new account to confirm its email by `link`, which works for `hours`."""
    return letter(
        to,
        name,
        "Confirm your email",
        "Welcome to WebDev Certs! Please confirm that this email is yours. You can practice right away. "
        "Certificates need a confirmed email.",
        Button("Confirm my email", link),
        f"The link works once, within {counted(hours, 'hour')}. Your profile has a button for a new one.",
        reason="You get this mail because someone registered with this email. If it was not you, you do "
        "not need to do anything: nothing happens unless you confirm.",
    )


def already_registered(to: str, name: str, login_link: str, reset_link: str) -> Message:
    """Tell an account's owner that someone registered with its email; `name` is the owner's."""
    return letter(
        to,
        name,
        "You already have an account",
        "Someone, probably you, just registered at WebDev Certs with this email. It already has an "
        "account, and nothing about it has changed. You can sign in.",
        Button("Sign in", login_link),
        "Forgot your password? Choose a new one here.",
        Button("Choose a new password", reset_link),
        reason="You get this mail because someone registered with this email. If it was not you, you do "
        "not need to do anything: nobody got into your account.",
    )


def no_account(to: str, name: str, register_link: str) -> Message:
    """Tell someone who asked for a new password that there is no account; `name` is empty."""
    return letter(
        to,
        name,
        "There is no account for this email",
        "Someone, probably you, asked for a new password for WebDev Certs. No account has this email. If "
        "you have an account, it has another of your emails: ask again with that one.",
        "You can also create a new account.",
        Button("Register", register_link),
        reason="You get this mail because someone asked for a new password for this email. If it was not "
        "you, you do not need to do anything.",
    )


def reset_password(to: str, name: str, link: str, minutes: int) -> Message:
    """Send the `link` for choosing a new password, which works for `minutes`."""
    return letter(
        to,
        name,
        "Choose a new password",
        "Here is the link to choose a new password for WebDev Certs.",
        Button("Choose a new password", link),
        f"The link works once, within {counted(minutes, 'minute')}. Please do not share it: anyone who has "
        "it can get into your account.",
        reason="You get this mail because someone asked for a new password for this email. If it was not "
        "you, you do not need to do anything: your password stays as it is.",
    )


def password_changed(to: str, name: str, reset_link: str) -> Message:
    """Report a change of the password; `reset_link` leads to the page that asks for a new one."""
    return letter(
        to,
        name,
        "Your password was changed",
        "The password of your WebDev Certs account was just changed, and other devices were signed out. "
        "If that was you, you do not need to do anything.",
        "If it was not you, take your account back now by choosing a new password:",
        Button("Choose a new password", reset_link),
        reason=_ACCOUNT,
    )


def email_change(to: str, name: str, link: str, hours: int) -> Message:
    """Ask the new email to be confirmed by `link`, which works for `hours`."""
    return letter(
        to,
        name,
        "Confirm your new email",
        "You asked to use this email for your WebDev Certs account from now on. Please confirm that it is "
        "yours. Until then your account keeps the old email.",
        Button("Confirm my new email", link),
        f"The link works once, within {counted(hours, 'hour')}.",
        reason="You get this mail because someone wants to use this email for their account. If it was not "
        "you, you do not need to do anything: nothing changes unless you confirm.",
    )


def email_in_use(to: str, name: str, login_link: str) -> Message:
    """Tell an account's owner that another account asked for its email; `name` is the owner's."""
    return letter(
        to,
        name,
        "This email already has an account",
        "Someone, probably you, just asked to use this email for another WebDev Certs account. It already "
        "has one, and nothing about it has changed. An email can belong to one account only.",
        Button("Sign in", login_link),
        reason="You get this mail because someone wants to use this email for their account. If it was not "
        "you, you do not need to do anything: nobody got into your account.",
    )


def email_changed(to: str, name: str, new_masked: str, contact_link: str) -> Message:
    """Tell the old email about the change; `new_masked` is the new one, masked by `mask_email`."""
    return letter(
        to,
        name,
        "Your email was changed",
        f"Your WebDev Certs account now uses the email {new_masked}. This email no longer signs you in, "
        "and this is the last mail to it. If that was you, you do not need to do anything.",
        "If it was not you, someone else may be using your account. Please tell us right away:",
        Button("Contact us", contact_link),
        reason="You get this mail because this email belonged to a WebDev Certs account until now.",
    )


def account_deleted(to: str, name: str) -> Message:
    """Report that the account was deleted."""
    return letter(
        to,
        name,
        "Your account was deleted",
        "As you asked, your WebDev Certs account and your data were deleted. This cannot be undone.",
        "Thank you for learning with us. You are welcome back at any time.",
        reason="You get this mail because this email belonged to a WebDev Certs account until now.",
    )


def sign_in_method_added(to: str, name: str, provider: str, profile_link: str) -> Message:
    """Report a linked `provider`, e.g. `GitHub`; `profile_link` leads to the sign-in methods."""
    return letter(
        to,
        name,
        f"You can now sign in with {provider}",
        f"{provider} was added to the ways to sign in to your WebDev Certs account. If that was you, you do "
        "not need to do anything.",
        "If it was not you, remove it in your profile and change your password:",
        Button("View my sign-in methods", profile_link),
        reason=_ACCOUNT,
    )


def sign_in_method_removed(to: str, name: str, provider: str, profile_link: str) -> Message:
    """Report an unlinked `provider`, as `sign_in_method_added`."""
    return letter(
        to,
        name,
        f"You can no longer sign in with {provider}",
        f"{provider} was removed from the ways to sign in to your WebDev Certs account. If that was you, you "
        "do not need to do anything.",
        "If it was not you, change your password and check what else can sign in:",
        Button("View my sign-in methods", profile_link),
        reason=_ACCOUNT,
    )


def payment_failed(to: str, name: str, grace_until: datetime, billing_link: str) -> Message:
    """Report a failed renewal; paid access still lasts until `grace_until`."""
    return letter(
        to,
        name,
        "Your payment did not go through",
        "The last payment for your WebDev Certs subscription did not go through. That happens, for example, "
        f"when a card has expired. You keep your paid access until {long_date(grace_until)}.",
        "To keep it after that, please check your payment method:",
        Button("Check my payment", billing_link),
        reason=_ACCOUNT,
    )


def subscription_ended(to: str, name: str, payment_link: str) -> Message:
    """Report the end of paid access; `payment_link` leads to the page that sells it."""
    return letter(
        to,
        name,
        "Your subscription has ended",
        "Your WebDev Certs subscription has ended, and you will not be charged again. You keep your results "
        "and your certificates, and practice stays free.",
        "You can get paid access again at any time:",
        Button("See the plans", payment_link),
        reason=_ACCOUNT,
    )
