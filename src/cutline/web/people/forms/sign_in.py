"""allauth's forms in the site's words: no placeholders, and labels that say what is meant."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as given
from allauth.socialaccount import forms as given_elsewhere
from django import forms

_PASSWORD_HELP = "Ten characters at least. A few words that nobody would guess are good."
_NAME_HELP = "Others see it. Letters, digits and . + - _"


def _reword(form: forms.Form, **labels: str) -> None:
    for name, field in form.fields.items():
        # A placeholder repeats the label, and is gone when one types.
        field.widget.attrs.pop("placeholder", None)
        field.label = labels.get(name, field.label)


def _new_password(form: forms.Form) -> None:
    form.fields["password1"].help_text = _PASSWORD_HELP


class LoginForm(given.LoginForm):
    """Signing in."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, login="Username or e-mail", remember="Stay signed in on this computer")
        # Programs that keep passwords look for this, whichever of the two is typed.
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignupForm(given.SignupForm):
    """Signing up."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, email="E-mail")
        self.fields["username"].help_text = _NAME_HELP
        self.fields["email"].help_text = "Nobody sees it but you and the admins of this site."
        _new_password(self)


class SocialSignupForm(given_elsewhere.SignupForm):
    """Signing up by another site."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, email="E-mail")
        self.fields["username"].help_text = _NAME_HELP


class AddEmailForm(given.AddEmailForm):
    """Another e-mail address."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, email="E-mail")


class ChangePasswordForm(given.ChangePasswordForm):
    """Another password."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(
            self,
            oldpassword="Current password",
            password1="New password",
            password2="New password again",
        )
        _new_password(self)


class SetPasswordForm(given.SetPasswordForm):
    """A password for who signed up by another site."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, password1="Password", password2="Password again")
        _new_password(self)


class ResetPasswordForm(given.ResetPasswordForm):
    """Asking for a link by which a password is set."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, email="E-mail")


class ResetPasswordKeyForm(given.ResetPasswordKeyForm):
    """A new password, by such a link."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, password1="New password", password2="New password again")
        _new_password(self)


class ReauthenticateForm(given.ReauthenticateForm):
    """The password once more."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _reword(self, password="Password")
