"""A project: images, and what is asked of people about them."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from cutline.web.people.models.team import new_secret


class Mode(models.TextChoices):
    """What people are asked for."""

    CAPTIONS = "captions"
    #: Judgements of captions that are there already.
    RATINGS = "ratings"


class ProjectState(models.TextChoices):
    """Whether people work on it."""

    DRAFT = "draft"
    OPEN = "open"
    #: Nothing new is given out; what somebody is at may still be finished.
    PAUSED = "paused"
    CLOSED = "closed"


class Project(models.Model):
    """A collection. One person owns it; others may be made managers of it too."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=120)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_projects"
    )
    managers: models.ManyToManyField[models.Model, Manager] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="collect.Manager", related_name="managed_projects"
    )
    mode = models.CharField(max_length=8, choices=Mode.choices, default=Mode.CAPTIONS)
    state = models.CharField(max_length=8, choices=ProjectState.choices, default=ProjectState.DRAFT)
    #: A tag such as `en` or `pt-BR`; checks that know only English are left out of others.
    language = models.CharField(max_length=20, default="en")
    #: Plain text; a line that starts with "- " is a rule.
    instructions = models.TextField(max_length=10_000)
    #: How many references each image gets, and whether one caption more is held out, by which
    #: people are measured later.
    references_per_image = models.PositiveSmallIntegerField(
        default=5, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    holds_out = models.BooleanField(default=True)
    least_words = models.PositiveSmallIntegerField(default=8)
    #: How long somebody has an image to themselves.
    lock_minutes = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(1), MaxValueValidator(24 * 60)]
    )
    #: The arms of an experiment: `{"name", "primed", "share"}` each. With one arm there is none.
    arms = models.JSONField(default=list)
    #: Labels that are never shown as keywords, such as parts of other objects.
    hidden_labels = models.JSONField(default=list)
    #: The share of qualification items that somebody has to get right; None where there are none.
    pass_mark = models.FloatField(
        null=True, blank=True, validators=[MinValueValidator(0.0), MaxValueValidator(1.0)]
    )
    #: Every so many tasks one is an item with a known answer; None for never.
    attention_every = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(2)]
    )
    #: What is asked in a project of ratings; see `rating.questions`.
    question = models.JSONField(default=dict)
    #: Of one answer, in hundredths of the currency.
    pay = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3, default="USD")
    #: Who has the link may take part.
    invitation = models.CharField(max_length=40, unique=True, default=new_secret)
    #: What somebody gives to the platform that sent them, as a proof.
    completion_code = models.CharField(max_length=40, default=new_secret)
    #: How many answers somebody gives before the code is shown; None for as many as there are.
    tasks_each = models.PositiveIntegerField(null=True, blank=True)
    #: Decides what is left to chance: arms, and the caption that is held out.
    seed = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.title

    @property
    def wanted(self) -> int:
        """How many answers each image gets."""
        is_more = self.mode == Mode.CAPTIONS and self.holds_out
        return self.references_per_image + is_more


class Manager(models.Model):
    """That a person helps to run a project."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["project", "person"], name="once_a_manager"),
        )
