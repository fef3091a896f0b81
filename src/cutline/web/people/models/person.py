"""A person with an account."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.db import models
from django.utils.crypto import salted_hmac


class Role(models.TextChoices):
    """What a person may do on the site as a whole."""

    PARTICIPANT = "participant"
    #: Creates benchmarks, and runs those of their own.
    HOST = "host"
    #: Runs the site: every benchmark, every person.
    ADMIN = "admin"


class PersonManager(UserManager["Person"]):
    """Makes people."""

    def create_person(
        self, username: str, email: str, password: str | None, role: Role = Role.PARTICIPANT
    ) -> Person:
        """A new person."""
        person = self.model(
            username=self.model.normalize_username(username),
            email=self.normalize_email(email),
            role=role,
        )
        person.set_password(password)
        person.save(using=self._db)
        return person


class Person(AbstractBaseUser):
    """Somebody with an account. Only the username is shown to others."""

    username = models.CharField(max_length=40, unique=True, validators=[UnicodeUsernameValidator()])
    email = models.EmailField(unique=True)
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PARTICIPANT)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(auto_now_add=True)
    #: Set when the person asked to be forgotten: what stays has no name.
    forgotten = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]  # noqa: RUF012 - Django's own form

    objects = PersonManager()

    def __str__(self) -> str:
        return self.username

    @property
    def is_admin(self) -> bool:
        """Whether the person runs the site."""
        return self.role == Role.ADMIN

    @property
    def is_host(self) -> bool:
        """Whether the person may create benchmarks."""
        return self.role in (Role.HOST, Role.ADMIN)

    @property
    def has_confirmed_email(self) -> bool:
        """Whether an e-mail reached the person."""
        from allauth.account.models import EmailAddress

        return bool(EmailAddress.objects.filter(user=self, verified=True).exists())

    def get_session_auth_hash(self) -> str:
        """What a session must know to go on: it ends when the password or the role changes."""
        return self._session_hash(settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same by keys that the site had before."""
        return (self._session_hash(key) for key in settings.SECRET_KEY_FALLBACKS)

    def _session_hash(self, secret: str | bytes) -> str:
        content = f"{self.role}:{self.password}"
        return salted_hmac(
            "cutline.session", content, secret=secret, algorithm="sha256"
        ).hexdigest()
