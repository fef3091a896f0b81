"""The folder of Flickr30k Entities: `Sentences/*.txt` and `Annotations/*.xml`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from cutline.core.errors import FileError
from cutline.datasets.gold_boxes.entity_annotations import (
    EntityAnnotations,
    read_entity_annotations,
)
from cutline.datasets.gold_boxes.entity_sentences import (
    NOT_VISUAL,
    EntitySentence,
    marked_sentence,
    parse_entity_sentence,
)
from cutline.datasets.gold_boxes.found import FoundImage
from cutline.datasets.gold_boxes.head_words import commonest, head_word
from cutline.datasets.gold_boxes.types import Box
from cutline.datasets.policy import Checked
from cutline.datasets.problems import Place
from cutline.datasets.source import open_source
from cutline.datasets.text_captions import text_lines
from cutline.datasets.wording import short
from cutline.text.box_markup import MarkedText, MarkupError

SENTENCES, ANNOTATIONS = "Sentences", "Annotations"


def read_flickr_entities(folder: Path, checked: Checked) -> Iterator[FoundImage]:
    """The images of a folder by name; an image's id is the name of its files.

    Raises:
        FileError: when a file cannot be read, or the folder is of another form.
    """
    names = {
        part: {path.stem: path for path in (folder / part).glob(f"*{ending}")}
        for part, ending in ((SENTENCES, ".txt"), (ANNOTATIONS, ".xml"))
    }
    for part, found in names.items():
        if not found:
            raise FileError(
                f"{folder}: has no files in {part}, expected the folder of Flickr30k Entities with "
                f"{SENTENCES}/*.txt and {ANNOTATIONS}/*.xml"
            )
    for name in sorted(set(names[SENTENCES]) | set(names[ANNOTATIONS]), key=_in_number_order):
        yield _image(name, names[SENTENCES].get(name), names[ANNOTATIONS].get(name), checked)


def _in_number_order(name: str) -> tuple[int, str]:
    return len(name) if name.isdecimal() else 0, name


def _image(
    name: str, sentences_file: Path | None, annotations_file: Path | None, checked: Checked
) -> FoundImage:
    place = Place(str(sentences_file or annotations_file), image_id=name)
    sentences = _sentences(sentences_file, place, checked) if sentences_file else []
    if annotations_file is None:
        annotations = EntityAnnotations(None, (), frozenset())
    else:
        annotations = read_entity_annotations(open_source(annotations_file))
    boxes, boxes_of = _boxes(annotations, _heads(sentences), place, checked)
    known = annotations.without_box | boxes_of.keys() | {NOT_VISUAL}
    descriptions: list[MarkedText | None] = []
    for number, sentence in enumerate(sentences, 1):
        if sentence is None:
            descriptions.append(None)
            continue
        if annotations_file is not None:
            _check_entities(sentence, number, known, place, checked)
        phrases = [(p.start, p.end, boxes_of.get(p.entity, ())) for p in sentence.phrases]
        descriptions.append(marked_sentence(sentence.words, phrases))
    found = FoundImage(place, name, boxes, descriptions, annotations.size)
    if annotations_file is None:
        found.without_boxes = f"there is no {ANNOTATIONS}/{short(name)}.xml"
    return found


def _sentences(file: Path, place: Place, checked: Checked) -> list[EntitySentence | None]:
    source = open_source(file)
    sentences: list[EntitySentence | None] = []
    for line, text in enumerate(text_lines(source), 1):
        if not text.strip():
            continue
        try:
            sentences.append(parse_entity_sentence(text))
        except MarkupError as error:
            where = Place(place.file, line, image_id=place.image_id)
            checked.add("broken-mark", where, f"sentence {len(sentences) + 1}, {error}")
            sentences.append(None)
    return sentences


def _heads(sentences: list[EntitySentence | None]) -> dict[str, list[str]]:
    """The head words of each entity's phrases, in order."""
    heads: dict[str, list[str]] = defaultdict(list)
    for sentence in sentences:
        for phrase in sentence.phrases if sentence else ():
            head = head_word(sentence.words_of(phrase)) if sentence else None
            if head is not None:
                heads[phrase.entity].append(head)
    return heads


def _boxes(
    annotations: EntityAnnotations, heads: dict[str, list[str]], place: Place, checked: Checked
) -> tuple[list[Box], dict[str, tuple[str, ...]]]:
    """The boxes, and the ids of those that show each entity."""
    boxes: dict[str, Box] = {}
    boxes_of: dict[str, tuple[str, ...]] = {}
    for found in annotations.boxes:
        label = commonest(head for entity in found.entities for head in heads.get(entity, ()))
        if label is None:
            named = short(", ".join(found.entities))
            checked.add("unlabelled-box", place, f"no phrase names entity {named} of a box")
            continue
        first, number = found.entities[0], 2
        box_id = first
        while box_id in boxes:
            box_id, number = f"{first}.{number}", number + 1
        boxes[box_id] = Box(box_id, label, *found.corners)
        for entity in found.entities:
            boxes_of[entity] = (*boxes_of.get(entity, ()), box_id)
    return list(boxes.values()), boxes_of


def _check_entities(
    sentence: EntitySentence,
    number: int,
    known: frozenset[str] | set[str],
    place: Place,
    checked: Checked,
) -> None:
    for phrase in sentence.phrases:
        if phrase.entity not in known:
            said = short(repr(" ".join(sentence.words_of(phrase))))
            message = (
                f"sentence {number}, word {phrase.start + 1} {said}: the annotations do not have "
                f"entity {short(phrase.entity)}"
            )
            checked.add("unplaced-phrase", place, message)
