"""Flickr30k Entities in one JSON file: images with entities, sentences and their phrases.

`[{"image", "entities": {id: [x, y, w, h]}, "sentences": [{"caption", "phrases": [{"entity",
"phrase", "start"}]}]}]`, where `start` counts the tokens before a phrase. Captions are as they were
written, so a phrase is looked for by its letters and `start` only chooses between several places.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from cutline import native
from cutline.core.errors import FileError
from cutline.datasets.gold_boxes.entity_sentences import marked_sentence
from cutline.datasets.gold_boxes.found import FoundImage
from cutline.datasets.gold_boxes.head_words import commonest, head_word
from cutline.datasets.gold_boxes.phrase_search import PhraseSearch
from cutline.datasets.gold_boxes.sentences import sentence_text
from cutline.datasets.gold_boxes.types import Box
from cutline.datasets.gold_boxes.values import corners_of, id_problem, is_image_id, shown
from cutline.datasets.json_document import not_json
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.source import Source
from cutline.datasets.wording import MISSING, described, short
from cutline.text.box_markup import MarkedText


def read_joined_entities(source: Source, checked: Checked) -> Iterator[FoundImage]:
    """The images of the file in its order; an image's size is how far its boxes reach.

    Raises:
        FileError: when the file is of another form.
    """
    for number, record in enumerate(_records(source), 1):
        place = Place(source.name, record=number)
        if not isinstance(record, dict) or "entities" not in record:
            raise FileError(
                f"{place}: found {described(record)} without boxes, expected Cutline's own lines "
                f'of boxes, COCO\'s instances, or images with "entities" and "sentences"'
            )
        image_id = record.get("image", MISSING)
        if not is_image_id(image_id):
            checked.add(*_at(place, id_problem(image_id, "image")))
            continue
        yield _image(record, Place(source.name, record=number, image_id=image_id), checked)


def _at(place: Place, problem: tuple[str, str]) -> tuple[str, Place, str]:
    return problem[0], place, problem[1]


def _records(source: Source) -> list[Any]:
    try:
        # Keys of entities are not known beforehand, so this reader only checks.
        native.load_json(source.data, {}, frozenset())
    except native.JsonError as error:
        raise not_json(source, error) from None
    content = json.loads(bytes(source.data))
    if not isinstance(content, list) or not content:
        raise FileError(f"{source.name}: found {described(content)}, expected a list of images")
    return content


def _image(record: dict[str, Any], place: Place, checked: Checked) -> FoundImage:
    sentences = record.get("sentences", MISSING)
    if not isinstance(sentences, list):
        checked.add("wrong-type", place, f'"sentences" is {described(sentences)}, expected a list')
        sentences = []
    corners = _entities(record["entities"], place, checked)
    heads: dict[str, list[str]] = defaultdict(list)
    descriptions = [
        _sentence(raw, number, heads, place, checked) for number, raw in enumerate(sentences, 1)
    ]
    boxes = []
    for entity, of_entity in corners.items():
        label = commonest(heads.get(entity, ()))
        if label is None:
            message = f"no phrase names entity {short(entity)} of a box"
            checked.add("unlabelled-box", place, message)
        else:
            boxes.append(Box(entity, label, *of_entity))
    return FoundImage(place, record["image"], boxes, descriptions)


def _entities(
    value: Any, place: Place, checked: Checked
) -> dict[str, tuple[float, float, float, float]]:
    if not isinstance(value, dict):
        message = f'"entities" is {described(value)}, expected boxes by id'
        checked.add("wrong-type", place, message)
        return {}
    found = {}
    for entity, raw in value.items():
        corners = corners_of(raw)
        if corners is None:
            message = f"box {short(repr(entity))}: found {shown(raw)}, expected [x, y, w, h]"
            checked.add("bad-box", place, message)
        else:
            found[entity] = corners
    return found


def _sentence(
    raw: Any, number: int, heads: dict[str, list[str]], place: Place, checked: Checked
) -> MarkedText | None:
    fields = raw if isinstance(raw, dict) else {}
    text = sentence_text(fields.get("caption", MISSING), number, place, checked)
    if text is None:
        return None
    phrases = fields.get("phrases", MISSING)
    if not isinstance(phrases, list):
        message = f'sentence {number}: "phrases" is {described(phrases)}, expected a list'
        checked.add("wrong-type", place, message)
        return None
    search = PhraseSearch(text)
    places = []
    for phrase in phrases:
        fields = phrase if isinstance(phrase, dict) else {}
        words, entity = _text(fields, "phrase"), _text(fields, "entity")
        start = fields.get("start")
        found = search.find(words, start if type(start) is int else 0)
        if found is None or not entity:
            message = (
                f"sentence {number}, phrase {short(repr(words))} of entity {short(repr(entity))}: "
                f"the sentence does not have it"
            )
            checked.add("unplaced-phrase", place, message)
            continue
        head = head_word(words.split())
        if head is not None:
            heads[entity].append(head)
        places.append((*found, (entity,)))
    return marked_sentence(search.words, places)


def _text(fields: dict[str, Any], field: str) -> str:
    value = fields.get(field)
    return value if isinstance(value, str) else ""
