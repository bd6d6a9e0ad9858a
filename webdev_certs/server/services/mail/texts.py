"""What our mails say: one function for each.

All take the address that the mail goes to and the name of the account. Links are absolute and made from
`settings.origin` by whoever calls, never from what a request says its host is.
"""

from datetime import datetime

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, letter

_ACCOUNT = "You get this mail because this address belongs to a WebDev Certs account."


def confirm_address(to: str, name: str, link: str, hours: int) -> Message:
    """To a new account; `link` confirms the address and works for `hours`."""
    return letter(
        to,
        name,
        "Confirm your email address",
        "Welcome to WebDev Certs! Please confirm that this address is yours. You can practise at once; "
        "certificates need a confirmed address.",
        Button("Confirm my address", link),
        f"The link works once, within {_count(hours, 'hour')}. Your profile has a button for a new one.",
        reason="You get this mail because someone registered with this address. If it was not you, you need "
        "not do anything: without confirmation the address stays yours.",
    )


def already_registered(to: str, name: str, login_link: str, reset_link: str) -> Message:
    """To whom has an account when someone registers with their address; `name` is that account's."""
    return letter(
        to,
        name,
        "You already have an account",
        "Someone, probably you, just registered at WebDev Certs with this address. It already has an "
        "account, and nothing about it has changed. You can simply sign in.",
        Button("Sign in", login_link),
        "Have you forgotten your password? Choose a new one here.",
        Button("Choose a new password", reset_link),
        reason="You get this mail because someone registered with this address. If it was not you, you need "
        "not do anything: nobody got into your account.",
    )


def no_account(to: str, name: str, register_link: str) -> Message:
    """To whoever asked for a new password where there is no account; `name` is empty, as nobody knows it."""
    return letter(
        to,
        name,
        "There is no account for this address",
        "Someone, probably you, asked for a new password for WebDev Certs. No account has this address. If "
        "you have one, it has another of your addresses: ask again with that.",
        "You can also make a new account.",
        Button("Register", register_link),
        reason="You get this mail because someone asked for a new password for this address. If it was not "
        "you, you need not do anything.",
    )


def reset_password(to: str, name: str, link: str, minutes: int) -> Message:
    """`link` leads to where a new password is chosen and works for `minutes`."""
    return letter(
        to,
        name,
        "Choose a new password",
        "Here is the link to choose a new password for WebDev Certs.",
        Button("Choose a new password", link),
        f"The link works once, within {_count(minutes, 'minute')}. Please do not pass it on: whoever has it "
        "can get into your account.",
        reason="You get this mail because someone asked for a new password for this address. If it was not "
        "you, you need not do anything: your password stays as it is.",
    )


def password_changed(to: str, name: str, reset_link: str) -> Message:
    """After any change of the password; `reset_link` leads to where one asks for a new one."""
    return letter(
        to,
        name,
        "Your password was changed",
        "The password of your WebDev Certs account was just changed, and other devices were signed out. "
        "If that was you, all is well.",
        "If it was not you, take your account back now by choosing a new password:",
        Button("Choose a new password", reset_link),
        reason=_ACCOUNT,
    )


def address_change(to: str, name: str, link: str, hours: int) -> Message:
    """To the new address; `link` confirms it and works for `hours`."""
    return letter(
        to,
        name,
        "Confirm your new email address",
        "You asked to use this address for your WebDev Certs account from now on. Please confirm that it is "
        "yours; until then the old address stays in use.",
        Button("Confirm my new address", link),
        f"The link works once, within {_count(hours, 'hour')}.",
        reason="You get this mail because someone wants to use this address for their account. If it was not "
        "you, you need not do anything: without confirmation nothing changes.",
    )


def address_in_use(to: str, name: str, login_link: str) -> Message:
    """To whom has an account when another one asks for their address; `name` is their account's."""
    return letter(
        to,
        name,
        "This address already has an account",
        "Someone, probably you, just asked to use this address for another WebDev Certs account. It already "
        "has one, and nothing about it has changed. An address can be used for one account only.",
        Button("Sign in", login_link),
        reason="You get this mail because someone wants to use this address for their account. If it was not "
        "you, you need not do anything: nobody got into your account.",
    )


def address_changed(to: str, name: str, new_masked: str, contact_link: str) -> Message:
    """To the old address; of the new one only `domain.mail.mask_address` is told."""
    return letter(
        to,
        name,
        "Your email address was changed",
        f"Your WebDev Certs account now uses the address {new_masked}. This address no longer signs you in, "
        "and this is the last mail that comes here. If that was you, all is well.",
        "If it was not you, someone else may be using your account. Please tell us at once:",
        Button("Contact us", contact_link),
        reason="You get this mail because this address belonged to a WebDev Certs account until now.",
    )


def account_deleted(to: str, name: str) -> Message:
    """The last mail of all."""
    return letter(
        to,
        name,
        "Your account was deleted",
        "As you asked, your WebDev Certs account and your data were deleted. This cannot be undone.",
        "Thank you for having learned with us. You are welcome back at any time.",
        reason="You get this mail because this address belonged to a WebDev Certs account until now.",
    )


def sign_in_method_added(to: str, name: str, provider: str, profile_link: str) -> Message:
    """`provider` as people know it, e.g. `GitHub`; `profile_link` leads to the sign-in methods."""
    return letter(
        to,
        name,
        f"You can now sign in with {provider}",
        f"{provider} was added to the ways to sign in to your WebDev Certs account. If that was you, all is "
        "well.",
        "If it was not you, remove it in your profile and change your password:",
        Button("Look at my sign-in methods", profile_link),
        reason=_ACCOUNT,
    )


def sign_in_method_removed(to: str, name: str, provider: str, profile_link: str) -> Message:
    """As `sign_in_method_added`."""
    return letter(
        to,
        name,
        f"You can no longer sign in with {provider}",
        f"{provider} was removed from the ways to sign in to your WebDev Certs account. If that was you, all "
        "is well.",
        "If it was not you, change your password and look at what else can sign in:",
        Button("Look at my sign-in methods", profile_link),
        reason=_ACCOUNT,
    )


def payment_failed(to: str, name: str, grace_until: datetime, billing_link: str) -> Message:
    """When a subscription could not be renewed; paid access lasts until `grace_until` all the same."""
    return letter(
        to,
        name,
        "Your payment did not go through",
        "The last payment for your WebDev Certs subscription did not go through. That happens, for instance, "
        f"when a card has expired. You keep your paid access until {_date(grace_until)}.",
        "So that it goes on after that, please check how you pay:",
        Button("Check my payment", billing_link),
        reason=_ACCOUNT,
    )


def subscription_ended(to: str, name: str, payment_link: str) -> Message:
    """When paid access is over; `payment_link` leads to where it can be bought again."""
    return letter(
        to,
        name,
        "Your subscription has ended",
        "Your WebDev Certs subscription has ended, and nothing more will be charged. Your results and your "
        "certificates stay yours, and practice stays free.",
        "If you would like your paid access back, you can have it at any time:",
        Button("See the plans", payment_link),
        reason=_ACCOUNT,
    )


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _date(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"
