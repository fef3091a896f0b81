"""A phase of a benchmark: a split, dates, limits, and what is shown."""

from __future__ import annotations

from datetime import datetime

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from cutline.server.models.benchmark import Benchmark
from cutline.web.people.models.team import new_secret

_NO_LIMIT = "empty for no limit"


class Phase(models.Model):
    """A stretch of time in which captions of one split are taken."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.CASCADE, related_name="phases")
    slug = models.SlugField(max_length=40)
    title = models.CharField(max_length=80)
    #: A split of the bundle that has references.
    split = models.CharField(max_length=60)
    #: Whether everybody may have the references; then scores of each image are given out too.
    is_public = models.BooleanField(default=False)
    opens = models.DateTimeField(null=True, blank=True)
    closes = models.DateTimeField(null=True, blank=True)
    #: From here to `blind_until` nobody but hosts sees scores of what is submitted meanwhile.
    blind_from = models.DateTimeField(null=True, blank=True)
    blind_until = models.DateTimeField(null=True, blank=True)
    #: The board no longer changes after this; set by hand or by the date.
    frozen = models.DateTimeField(null=True, blank=True)

    per_day = models.PositiveIntegerField(null=True, blank=True, help_text=_NO_LIMIT)
    per_phase = models.PositiveIntegerField(null=True, blank=True, help_text=_NO_LIMIT)
    #: Over all phases of the benchmark.
    per_benchmark = models.PositiveIntegerField(null=True, blank=True, help_text=_NO_LIMIT)
    #: Files that cannot be scored do not count above; of them there may be so many in a day.
    failing_per_day = models.PositiveIntegerField(default=50)
    #: What an upload may weigh, and what it may unpack to.
    most_bytes = models.PositiveBigIntegerField(default=32 << 20)
    most_unpacked_bytes = models.PositiveBigIntegerField(default=64 << 20)

    #: A share of the images whose scores only hosts see: who fits the board too well falls there.
    reserve_share = models.FloatField(
        default=0.0, validators=[MinValueValidator(0.0), MaxValueValidator(0.5)]
    )
    reserve_salt = models.CharField(max_length=40, default=new_secret, editable=False)
    #: The ladder mechanism: a score shows only when it beats the team's best by this much.
    ladder_step = models.FloatField(null=True, blank=True, validators=[MinValueValidator(0.0)])
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("position", "pk")
        constraints = (
            models.UniqueConstraint(fields=["benchmark", "slug"], name="phase_slug_once"),
        )

    def __str__(self) -> str:
        return self.title

    def is_open(self, now: datetime | None = None) -> bool:
        """Whether it takes submissions by its dates."""
        now = now or timezone.now()
        return (
            (self.opens is None or self.opens <= now)
            and (self.closes is None or now < self.closes)
            and not self.is_frozen(now)
        )

    def is_frozen(self, now: datetime | None = None) -> bool:
        """Whether the board is final."""
        return self.frozen is not None and self.frozen <= (now or timezone.now())

    def hides(self, submitted: datetime, now: datetime | None = None) -> bool:
        """Whether scores of what was submitted at this time are still kept from all but hosts."""
        now = now or timezone.now()
        if self.blind_from is None or submitted < self.blind_from:
            return False
        return self.blind_until is None or (submitted < self.blind_until and now < self.blind_until)
