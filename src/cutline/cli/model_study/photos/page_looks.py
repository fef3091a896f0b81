"""Photos on the page: where captioners looked for each word, and more captions."""

from __future__ import annotations

import base64

import numpy as np

from cutline.cli.model_study.photos.looks import Look
from cutline.cli.model_study.photos.maps import veil
from cutline.cli.model_study.photos.study import LEAD, PhotosStudy
from cutline.core.types import ImageId
from cutline.datasets.pictures import thumbnail
from cutline.datasets.pictures.open import upright_image
from cutline.reports.theme.caption_line import caption_line
from cutline.reports.theme.picture import picture
from cutline.reports.theme.text import safe

#: The longer side of a photo on the page, in pixels.
_LONGEST = 400

#: How many photos are shown with captions alone.
_MORE = 12

_WHY = {
    "best": "among the best captions",
    "middle": "in the middle",
    "worst": "among the worst captions",
}


def photo_styles(found: PhotosStudy) -> str:
    """Each photo with attention once, for all the places where it is shown."""
    styles = []
    for number, (_, looks) in enumerate(found.looks):
        image_id = looks[0].image_id
        width, height = upright_image(found.photos.files[image_id].path).size
        styles.append(
            f".photo-{number} {{ aspect-ratio: {width} / {height}; "
            f"background-image: url({_source(found, image_id)}) }}"
        )
    return "\n".join(styles)


def attention(found: PhotosStudy) -> str:
    """Each chosen photo, word by word."""
    told = (
        "<p>A photo is veiled where the captioner did not look for that word; where it looked "
        "everywhere alike, nothing is veiled. Photos are chosen by "
        f"the mean {LEAD} of the captioners: some of the best captions, of the middle and of the "
        "worst. Attention says what a word was computed from, not why it was said.</p>"
    )
    return told + "\n".join(
        _looked_at(found, number, why, looks) for number, (why, looks) in enumerate(found.looks)
    )


def _looked_at(found: PhotosStudy, number: int, why: str, looks: tuple[Look, ...]) -> str:
    image_id = looks[0].image_id
    references = "".join(f"<li>{safe(text)}</li>" for text in _references(found, image_id))
    strips = "".join(_strip(found, run, number, look) for run, look in enumerate(looks))
    return (
        f'<article class="looked-at"><h3>{safe(str(image_id))} '
        f'<span class="chip">{safe(_WHY[why])}</span></h3>'
        f'<div class="looked-at-body"><div><div class="look photo-{number}" role="img" '
        f'aria-label="{safe(_references(found, image_id)[0])}"></div>'
        f'<details><summary>What people wrote</summary><ul class="references">{references}</ul>'
        f"</details></div><div>{strips}</div></div></article>"
    )


def _strip(found: PhotosStudy, run: int, number: int, look: Look) -> str:
    boxes = found.store.regions(look.image_id).boxes
    value = found.value(run, look.image_id)
    line = caption_line(look.caption, f"{look.system}, {LEAD} {value:.2f}")
    if boxes is None:
        return line  # nobody knows where its regions are
    items = []
    for word, weights in look.words:
        most = int(np.argmax(weights))
        middle = (boxes[most, :2] + boxes[most, 2:]) / 2
        label = f"{word}: {_place(float(middle[0]), float(middle[1]))}"
        items.append(
            f'<li><div class="look photo-{number}" role="img" aria-label="{safe(label)}">'
            f'<img src="{veil(weights, boxes)}" alt=""></div>'
            f"<span>{safe(word)}</span></li>"
        )
    return f'{line}<ol class="looks">{"".join(items)}</ol>'


def _place(x: float, y: float) -> str:
    """Where something is, in words.

    >>> _place(0.1, 0.9), _place(0.5, 0.5)
    ('mostly at the bottom left', 'mostly in the middle')
    """
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    named = " ".join(filter(None, (down, across)))
    return f"mostly at the {named}" if named else "mostly in the middle"


def captions(found: PhotosStudy) -> str:
    """Some test photos, drawn by chance, with what everybody says of them."""
    ids = found.photos.test.image_ids
    chance = np.random.default_rng(found.asked.settings.seed)
    chosen = sorted(chance.choice(len(ids), min(_MORE, len(ids)), replace=False).tolist())
    cards = "".join(_card(found, ids[place]) for place in chosen)
    return f'<p>Drawn by chance.</p><div class="image-cards">{cards}</div>'


def _card(found: PhotosStudy, image_id: ImageId) -> str:
    references = _references(found, image_id)
    lines = "".join(caption_line(run.captions[image_id][0], run.system) for run in found.runs)
    people = "".join(f"<li>{safe(text)}</li>" for text in references)
    return (
        f'<div class="image-card">{picture(_source(found, image_id), references[0])}'
        f'<div class="image-words"><p class="image-name">{safe(str(image_id))}</p>{lines}'
        f'<details><summary>What people wrote</summary><ul class="references">{people}</ul>'
        f"</details></div></div>"
    )


def _references(found: PhotosStudy, image_id: ImageId) -> list[str]:
    test = found.photos.test
    return list(test.references[test.image_ids.index(image_id)])


def _source(found: PhotosStudy, image_id: ImageId) -> str:
    data = thumbnail(found.photos.files[image_id], _LONGEST)
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode()}"
