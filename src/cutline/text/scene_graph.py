"""What captions say: objects, their attributes, and relations between them, as SPICE reads them.

From a parse (basic Universal Dependencies) to a graph in which prepositions are collapsed into
relations and conjunctions worked out, and from there, by a dozen rules, to tuples.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline import native
from cutline.core.jobs import default_jobs
from cutline.core.rich_display import shown_by
from cutline.text.parse import Numbers, Parses, Sentence

#: (object), (object, attribute) or (subject, relation, object).
SceneTuple = tuple[str, ...]


class Edge(NamedTuple):
    """An edge of a collapsed graph; words are counted from 1.

    A word that is needed twice has a copy, with a number of its own from 1 on: in "dogs in and
    around the house" the dogs are in it, and their copy is around it.
    """

    head: int
    relation: str
    dependent: int
    head_copy: int = 0
    dependent_copy: int = 0


@shown_by("cutline.reports.notebook:scene_html")
@dataclass(frozen=True)
class SceneGraph:
    """The tuples of a caption by kind, without repetition, in the order they were found in.

    >>> graph = SceneGraph.from_tuples([("dog", "brown"), ("dog", "on", "couch"), ("couch",)])
    >>> graph.objects, graph.attributes
    (('dog', 'couch'), (('dog', 'brown'),))
    """

    objects: tuple[str, ...]
    attributes: tuple[tuple[str, str], ...]
    relations: tuple[tuple[str, str, str], ...]

    @classmethod
    def from_tuples(cls, tuples: Iterable[SceneTuple]) -> SceneGraph:
        """The graph of tuples; what an attribute or a relation is of is an object too.

        Raises:
            ValueError: for a tuple that has not one to three parts.
        """
        objects: dict[str, None] = {}
        attributes: dict[tuple[str, str], None] = {}
        relations: dict[tuple[str, str, str], None] = {}
        for found in tuples:
            match found:
                case (name,):
                    objects[name] = None
                case (name, attribute):
                    objects[name] = attributes[name, attribute] = None
                case (subject, relation, name):
                    objects[subject] = objects[name] = relations[subject, relation, name] = None
                case _:
                    raise ValueError(f"expected a tuple of one to three parts, found {found!r}")
        return cls(tuple(objects), tuple(attributes), tuple(relations))

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "objects": list(self.objects),
            "attributes": [list(attribute) for attribute in self.attributes],
            "relations": [list(relation) for relation in self.relations],
        }


def collapsed(sentence: Sentence, number: int = 0) -> list[Edge]:
    """The edges of a sentence's collapsed graph, conjunctions worked out.

    Args:
        sentence: its tokens.
        number: its place in its caption, from 0, on which the order of edges depends.

    Raises:
        ValueError: when a head lies outside the sentence.
    """
    return [Edge(*edge) for edge in native.collapsed_edges(sentence, number)]


def scenes_of(parses: Parses, jobs: int | None = None) -> native.Scenes:
    """The tuples of each caption, in a form that the kernels read.

    Raises:
        ValueError: when a head lies outside its sentence, or a tag or relation has no name.
    """
    return native.scenes_from_parses(
        parses.texts,
        parses.lemmas,
        np.ascontiguousarray(parses.tags, dtype=np.int32),
        np.ascontiguousarray(parses.heads, dtype=np.int32),
        np.ascontiguousarray(parses.relations, dtype=np.int32),
        list(parses.tag_names),
        list(parses.relation_names),
        _offsets(parses.sentence_ends),
        _offsets(parses.caption_ends),
        jobs or default_jobs(),
    )


def tuples(parses: Parses, jobs: int | None = None) -> list[list[SceneTuple]]:
    """The tuples of each caption in the official order, in which some are there twice."""
    return scenes_of(parses, jobs).tuples()


def scene_graphs(parses: Parses, jobs: int | None = None) -> list[SceneGraph]:
    """What each caption says."""
    return [SceneGraph.from_tuples(of_caption) for of_caption in tuples(parses, jobs)]


def _offsets(ends: Numbers) -> NDArray[np.int64]:
    return np.concatenate([[0], ends]).astype(np.int64)
