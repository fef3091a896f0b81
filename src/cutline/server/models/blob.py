"""Files, kept in the database: bundles, submitted captions, statistics of images.

They are a few megabytes at most. In the database a file and the row that speaks of it are written
in one transaction or not at all, a backup has everything, and a worker on another machine needs no
shared folder.
"""

from __future__ import annotations

import gzip
import hashlib
from typing import cast

from django.db import models

#: Fast, and nearly as small as the best.
_LEVEL = 5


class Blob(models.Model):
    """Bytes by their SHA-256. Equal files are kept once."""

    digest = models.CharField(max_length=64, primary_key=True)
    size = models.PositiveBigIntegerField()
    packed = models.BinaryField()
    created = models.DateTimeField(auto_now_add=True)

    @classmethod
    def keep(cls, data: bytes) -> Blob:
        """Keep bytes; those that are there already are not written again."""
        digest = hashlib.sha256(data).hexdigest()
        found = cls.objects.filter(digest=digest).defer("packed").first()
        if found is not None:
            return found
        # No time in the header: equal bytes make equal blobs.
        packed = gzip.compress(data, _LEVEL, mtime=0)
        Blob.objects.bulk_create(
            [Blob(digest=digest, size=len(data), packed=packed)], ignore_conflicts=True
        )
        return cls.objects.defer("packed").get(digest=digest)

    def data(self) -> bytes:
        """What was kept."""
        return gzip.decompress(bytes(cast("bytes", self.packed)))
