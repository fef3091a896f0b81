"""Semantic Fidelity as a formula (Agarwal et al. 2020)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from cutline.core.metric import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

#: How a cosine becomes a similarity: as it is, or moved from -1..1 to 0..1.
Scale = Literal["shifted", "cosine"]


def semantic_fidelity(similarity: ArrayLike, nouns: ArrayLike, objects: ArrayLike) -> Floats:
    """SF = s x #N / #O, and s itself where there are more nouns than objects.

    Args:
        similarity: s, how alike the nouns of a caption and the objects of its image are.
        nouns: how many nouns the caption has.
        objects: how many objects are seen in the image.

    Where there is no noun or no object, or no similarity, it is NaN: nothing can be said.

    >>> semantic_fidelity([0.5, 0.5, 0.5], [2, 3, 0], [4, 2, 4]).tolist()
    [0.25, 0.5, nan]
    """
    s, n, o = (np.asarray(each, dtype=np.float64) for each in (similarity, nouns, objects))
    is_defined = (n > 0) & (o > 0)
    ratio = human_fidelity(n, o)
    values: Floats = np.where(is_defined, s * np.minimum(ratio, 1.0), np.nan)
    return values


def human_fidelity(nouns: ArrayLike, objects: ArrayLike) -> Floats:
    """HSF = #N / #O, with nouns and objects that people counted; NaN where there is no object.

    >>> human_fidelity([3, 1], [5, 0]).tolist()
    [0.6, nan]
    """
    n, o = (np.asarray(each, dtype=np.float64) for each in (nouns, objects))
    values: Floats = np.full(np.broadcast(n, o).shape, np.nan)
    np.divide(n, o, out=values, where=o > 0)
    return values


def scaled(cosine: Floats, scale: Scale) -> Floats:
    """A cosine as a similarity.

    Vectors of WordLlama are spread around zero, so that unrelated words have cosines of about 0 and
    half of all pairs have negative ones. Moved to 0..1 they are as far apart as those of the paper,
    whose vectors have a direction in common.
    """
    return (1 + cosine) / 2 if scale == "shifted" else cosine
