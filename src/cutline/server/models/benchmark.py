"""A benchmark that is hosted: a bundle, and how it is run."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from cutline.server.models.blob import Blob


class BenchmarkState(models.TextChoices):
    """Whether people see it."""

    DRAFT = "draft"
    PUBLISHED = "published"
    #: To be read, and no longer submitted to.
    ARCHIVED = "archived"


class Visibility(models.TextChoices):
    """Who finds it once it is published."""

    PUBLIC = "public"
    #: Whoever has the address.
    UNLISTED = "unlisted"
    #: Its hosts alone.
    PRIVATE = "private"


class Benchmark(models.Model):
    """A benchmark. One person owns it; others may be made hosts of it too."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=120)
    summary = models.CharField(max_length=300, blank=True)
    #: Plain text; empty lines part paragraphs.
    description = models.TextField(blank=True, max_length=20_000)
    rules = models.TextField(blank=True, max_length=20_000)
    discussion_url = models.URLField(blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_benchmarks"
    )
    hosts: models.ManyToManyField[models.Model, Host] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="server.Host", related_name="hosted_benchmarks"
    )
    state = models.CharField(
        max_length=10, choices=BenchmarkState.choices, default=BenchmarkState.DRAFT
    )
    visibility = models.CharField(
        max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    #: The bundle with all its parts, as a zip, and the digest that it is known by.
    bundle = models.ForeignKey(Blob, on_delete=models.PROTECT, related_name="+")
    bundle_digest = models.CharField(max_length=64)
    bundle_version = models.CharField(max_length=60)
    #: Specs in the order of columns; the first ranks the board unless a reader says otherwise.
    metrics = models.JSONField(default=list)
    #: The slice that boards offer beside all images, such as `domain`; empty for none.
    slice_name = models.CharField(max_length=60, blank=True)
    #: What computes the scores that are shown; see `scoring.scorer`. Changed by a rescore alone.
    scorer = models.CharField(max_length=80, blank=True)
    #: Scores are shown to all but hosts with so many decimals.
    decimals = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(6)]
    )
    created = models.DateTimeField(auto_now_add=True)
    #: Grows with everything that changes what a board shows.
    revision = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.title

    @property
    def is_published(self) -> bool:
        """Whether others than hosts may see it."""
        return self.state != BenchmarkState.DRAFT and self.visibility != Visibility.PRIVATE


class Host(models.Model):
    """That a person helps to run a benchmark."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["benchmark", "person"], name="once_a_host"),)


def touch(benchmark_id: int) -> None:
    """Say that what the boards of a benchmark show has changed."""
    Benchmark.objects.filter(pk=benchmark_id).update(revision=models.F("revision") + 1)
