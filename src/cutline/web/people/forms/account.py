"""What a person changes of their account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.password_validation import validate_password

from cutline.web.people.models import Person
from cutline.web.people.names import plain_line, username_of

MOST_DAYS = 365


class NameForm(forms.Form):
    """Another username."""

    username = forms.CharField(
        label="Username",
        min_length=2,
        max_length=40,
        help_text="Others see it. Letters, digits and . + - _",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )

    def __init__(self, person: Person, *arguments: Any, **options: Any) -> None:
        self._person = person
        options["initial"] = {"username": person.username}
        super().__init__(*arguments, **options)

    def clean_username(self) -> str:
        """The new name, if nobody else has it."""
        wanted = username_of(self.cleaned_data["username"])
        is_the_same = wanted.casefold() == self._person.username.casefold()
        # Another case of one's own name is not taken.
        return str(get_adapter().clean_username(wanted, shallow=is_the_same))


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label="Name", max_length=60, help_text="What it is for, such as the machine it is used on."
    )
    days = forms.IntegerField(
        label="Days it holds",
        min_value=1,
        max_value=MOST_DAYS,
        initial=90,
        help_text=f"From 1 to {MOST_DAYS}.",
    )

    def clean_name(self) -> str:
        """The name on one line."""
        return plain_line(self.cleaned_data["name"])


class ForgetForm(forms.Form):
    """The word of a person that they want to be forgotten."""

    def __init__(self, person: Person, *arguments: Any, **options: Any) -> None:
        self._person = person
        super().__init__(*arguments, **options)
        if person.has_usable_password():
            self.fields["password"] = forms.CharField(
                label="Password",
                strip=False,
                widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
            )
        else:  # they sign in elsewhere and have none here
            self.fields["username"] = forms.CharField(
                label="Your username, to be sure",
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def clean_password(self) -> str:
        """The password, if it is theirs."""
        given = str(self.cleaned_data["password"])
        if not self._person.check_password(given):
            raise forms.ValidationError("That is not your password.")
        return given

    def clean_username(self) -> str:
        """The name, if it is theirs."""
        given = str(self.cleaned_data["username"])
        if given != self._person.username:
            raise forms.ValidationError("That is not your username.")
        return given


class SetUpForm(forms.Form):
    """The first admin of a site."""

    username = forms.CharField(
        label="Username",
        min_length=2,
        max_length=40,
        help_text="Others see it. Letters, digits and . + - _",
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(
        label="E-mail",
        help_text="To get back in when the password is lost.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        help_text="Ten characters at least. A few words that nobody would guess are good.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        """The name. Names that are kept for the site are for its admin."""
        wanted = username_of(self.cleaned_data["username"])
        for validator in Person._meta.get_field("username").validators:
            validator(wanted)
        if Person.objects.filter(username__iexact=wanted).exists():
            raise forms.ValidationError("Somebody has this username: take another.")
        return wanted

    def clean_email(self) -> str:
        """The address."""
        wanted = str(self.cleaned_data["email"]).lower()
        if Person.objects.filter(email__iexact=wanted).exists():
            raise forms.ValidationError("An account has this address already: take another.")
        return wanted

    def clean(self) -> dict[str, Any]:
        """All of it; the password must not be like the name."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        person = Person(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
        if password := cleaned.get("password"):
            try:
                validate_password(password, person)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned
