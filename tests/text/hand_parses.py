"""Parses written by hand: `word/lemma/TAG/head/relation`, or `word/TAG/head/relation`."""

from cutline.text.parse import Parses, Sentence, Token
from cutline.text.scene_graph import SceneTuple, collapsed, tuples


def parsed(text: str) -> Sentence:
    return tuple(map(_token, text.split()))


def _token(text: str) -> Token:
    word, *lemma, tag, head, relation = text.split("/")
    return Token(word, lemma[0] if lemma else word, tag, int(head), relation)


def edges_of(text: str) -> set[str]:
    """Edges such as `dog nmod:in house`; copies of words have an apostrophe for each number."""
    sentence = parsed(text)

    def name(place: int, copy: int) -> str:
        return sentence[place - 1].text + "'" * copy

    return {
        f"{name(edge.head, edge.head_copy)} {edge.relation} "
        f"{name(edge.dependent, edge.dependent_copy)}"
        for edge in collapsed(sentence)
    }


def tuples_of(*sentences: str) -> list[SceneTuple]:
    return tuples(Parses.of([list(map(parsed, sentences))]), jobs=1)[0]
