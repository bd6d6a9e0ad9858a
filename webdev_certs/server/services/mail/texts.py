"""The texts of mails about accounts, one function each.

Every function takes the email that the mail goes to and the name of its account. Links are absolute URLs
from `links`. Call both within `in_language` of the recipient.
"""

from webdev_certs.server.domain.mail import Message
from webdev_certs.server.services.mail.layout import Button, letter
from webdev_certs.shared.translation import N_, _, ngettext

_ACCOUNT = N_("You get this email because you have a WebDev Certs account.")
_FORMER_ACCOUNT = N_("You get this email because a WebDev Certs account had your email until now.")


def confirm_email(to: str, name: str, link: str, hours: int) -> Message:
    """Ask a new account to confirm its email by `link`, which works for `hours`."""
    return letter(
        to,
        name,
        _("Confirm your email"),
        _(
            "Welcome to WebDev Certs! Please confirm that this email is yours. You can practice right away. "
            "Certificates need a confirmed email."
        ),
        Button(_("Confirm my email"), link),
        ngettext(
            "The link works once, within {n} hour. Your profile has a button for a new one.",
            "The link works once, within {n} hours. Your profile has a button for a new one.",
            hours,
        ),
        reason=_(
            "You get this email because someone registered with your email. If it was not you, you do "
            "not need to do anything: nothing happens unless you confirm."
        ),
    )


def already_registered(to: str, name: str, login_link: str, reset_link: str) -> Message:
    """Tell an account's owner that someone registered with its email; `name` is the owner's."""
    return letter(
        to,
        name,
        _("You already have an account"),
        _(
            "Someone, probably you, just registered at WebDev Certs with this email. It already has an "
            "account, and nothing about it has changed. You can sign in."
        ),
        Button(_("Sign in"), login_link),
        _("Forgot your password? Choose a new one here."),
        Button(_("Choose a new password"), reset_link),
        reason=_(
            "You get this email because someone registered with your email. If it was not you, you do "
            "not need to do anything: nobody got into your account."
        ),
    )


def no_account(to: str, name: str, register_link: str) -> Message:
    """Tell someone who asked for a new password that there is no account; `name` is empty."""
    return letter(
        to,
        name,
        _("There is no account for this email"),
        _(
            "Someone, probably you, asked for a new password for WebDev Certs. No account has this email. If "
            "you have an account, it has another of your emails: ask again with that one."
        ),
        _("You can also create a new account."),
        Button(_("Register"), register_link),
        reason=_(
            "You get this email because someone asked for a new password for your email. If it was not "
            "you, you do not need to do anything."
        ),
    )


def reset_password(to: str, name: str, link: str, minutes: int) -> Message:
    """Send the `link` for choosing a new password, which works for `minutes`."""
    return letter(
        to,
        name,
        _("Choose a new password"),
        _("Here is the link to choose a new password for WebDev Certs."),
        Button(_("Choose a new password"), link),
        ngettext(
            "The link works once, within {n} minute. Please do not share it: anyone who has it can get into "
            "your account.",
            "The link works once, within {n} minutes. Please do not share it: anyone who has it can get into "
            "your account.",
            minutes,
        ),
        reason=_(
            "You get this email because someone asked for a new password for your email. If it was not "
            "you, you do not need to do anything: your password stays as it is."
        ),
    )


def password_changed(to: str, name: str, reset_link: str) -> Message:
    """Report a change of the password; `reset_link` leads to the page that asks for a new one."""
    return letter(
        to,
        name,
        _("Your password was changed"),
        _(
            "The password of your WebDev Certs account was just changed, and other devices were signed out. "
            "If that was you, you do not need to do anything."
        ),
        _("If it was not you, take your account back now by choosing a new password:"),
        Button(_("Choose a new password"), reset_link),
        reason=_(_ACCOUNT),
    )


def email_change(to: str, name: str, link: str, hours: int) -> Message:
    """Ask the new email to be confirmed by `link`, which works for `hours`."""
    return letter(
        to,
        name,
        _("Confirm your new email"),
        _(
            "You asked to use this email for your WebDev Certs account from now on. Please confirm that it "
            "is yours. Until then your account keeps the old email."
        ),
        Button(_("Confirm my new email"), link),
        ngettext("The link works once, within {n} hour.", "The link works once, within {n} hours.", hours),
        reason=_(
            "You get this email because someone wants to use your email for their account. If it was not "
            "you, you do not need to do anything: nothing changes unless you confirm."
        ),
    )


def email_in_use(to: str, name: str, login_link: str) -> Message:
    """Tell an account's owner that another account asked for its email; `name` is the owner's."""
    return letter(
        to,
        name,
        _("This email already has an account"),
        _(
            "Someone, probably you, just asked to use this email for another WebDev Certs account. It "
            "already has one, and nothing about it has changed. An email can belong to one account only."
        ),
        Button(_("Sign in"), login_link),
        reason=_(
            "You get this email because someone wants to use your email for their account. If it was not "
            "you, you do not need to do anything: nobody got into your account."
        ),
    )


def email_changed(to: str, name: str, new_masked: str, contact_link: str) -> Message:
    """Tell the old email about the change; `new_masked` is the new one, masked by `mask_email`."""
    return letter(
        to,
        name,
        _("Your email was changed"),
        _(
            "Your WebDev Certs account now uses the email {email}. Your old email no longer signs you in, "
            "and this is the last message to it. If that was you, you do not need to do anything.",
            email=new_masked,
        ),
        _("If it was not you, someone else may be using your account. Please tell us right away:"),
        Button(_("Contact us"), contact_link),
        reason=_(_FORMER_ACCOUNT),
    )


def account_deleted(to: str, name: str) -> Message:
    """Report that the account was deleted."""
    return letter(
        to,
        name,
        _("Your account was deleted"),
        _("As you asked, your WebDev Certs account and your data were deleted. This cannot be undone."),
        _("Thank you for learning with us. You are welcome back at any time."),
        reason=_(_FORMER_ACCOUNT),
    )


def sign_in_method_added(to: str, name: str, provider: str, profile_link: str) -> Message:
    """Report a linked `provider`, e.g. `GitHub`; `profile_link` leads to the sign-in methods."""
    return letter(
        to,
        name,
        _("You can now sign in with {provider}", provider=provider),
        _(
            "{provider} was added to the ways to sign in to your WebDev Certs account. If that was you, "
            "you do not need to do anything.",
            provider=provider,
        ),
        _("If it was not you, remove it in your profile and change your password:"),
        Button(_("View my sign-in methods"), profile_link),
        reason=_(_ACCOUNT),
    )


def sign_in_method_removed(to: str, name: str, provider: str, profile_link: str) -> Message:
    """Report an unlinked `provider`, as `sign_in_method_added`."""
    return letter(
        to,
        name,
        _("You can no longer sign in with {provider}", provider=provider),
        _(
            "{provider} was removed from the ways to sign in to your WebDev Certs account. If that was you, "
            "you do not need to do anything.",
            provider=provider,
        ),
        _("If it was not you, change your password and check what else can sign in:"),
        Button(_("View my sign-in methods"), profile_link),
        reason=_(_ACCOUNT),
    )
