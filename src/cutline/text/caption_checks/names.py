"""Names of people, places and brands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutline.text.caption_checks.finding import Finding
from cutline.text.caption_checks.known_words import is_known_word
from cutline.text.caption_checks.reading import Reading, Word, words_of
from cutline.text.caption_checks.speech import quoted_places

_TAGS = frozenset({"NNP", "NNPS"})

_NO_NAMES_LIST = """
    atm bbq cd christmas dj dvd easter frisbee halloween i id laptop lcd led pc santa suv t-shirt
    thanksgiving tv tvs ufo vw wifi wii xmas x-ray monday tuesday wednesday thursday friday saturday
    sunday january february march april may june july august september october november december
"""
#: What has a capital and names nobody.
_NO_NAMES = frozenset(_NO_NAMES_LIST.split())

_GIVEN_NAMES_LIST = """
    adam alan alex alice amanda amy andrea andrew angela anna anne anthony barbara ben benjamin
    bob brian bruce carl carlos carol caroline catherine charles charlie charlotte chris christina
    christopher claire daniel dave david deborah diana donald donna dorothy ed edward elena
    elizabeth ellen emily emma eric erica evelyn frank gary george greg hannah helen henry isabella
    jacob james jane janet jason jean jeff jennifer jenny jeremy jessica jesus jim joan joe john
    johnny jonathan jose joseph joshua juan judy julia julie karen kate katherine kathy keith kelly
    kevin kim larry laura lauren linda lisa louis lucas lucy luis margaret maria marie martha
    martin mary matthew megan melissa michael michelle miguel mike mohammed nancy nathan nicholas
    nicole noah olivia oscar pamela patricia patrick paul pedro peter philip rachel ralph raymond
    rebecca richard robert roger ronald ruth ryan samantha samuel sandra sara sarah scott sean
    sharon simon sophia sophie stephanie stephen steve steven susan teresa theresa thomas tim
    timothy tom tony tyler victoria vincent walter wayne william
"""
#: Given names, told from other first words of a sentence, which all have a capital.
_GIVEN_NAMES = frozenset(_GIVEN_NAMES_LIST.split())


def proper_names(reading: Reading) -> Iterator[Finding]:
    """Names, by the parser; a sentence's first word only where it is clearly one."""
    known = {word for label in reading.labels for word in words_of(label)}
    quoted = quoted_places(reading.text)
    for sentence in reading.sentences:
        for run in _runs_of_names(sentence, known):
            start, end = run[0].start, run[-1].end
            if any(first <= start < last for first, last in quoted):
                continue  # what a sign says
            said = reading.text[start:end]
            message = f'Is "{said}" a name? Please say what can be seen, such as "a woman".'
            yield Finding("name", "warning", message, start, end)


def _runs_of_names(sentence: Sequence[Word], known: set[str]) -> Iterator[list[Word]]:
    run: list[Word] = []
    for place, word in enumerate(sentence):
        if _is_name(sentence, place, known):
            run.append(word)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_name(sentence: Sequence[Word], place: int, known: set[str]) -> bool:
    word = sentence[place]
    if not _looks_like_name(word) or word.low in known:
        return False
    if place > 0:
        return True
    follows = sentence[1] if len(sentence) > 1 else None
    is_followed = follows is not None and _looks_like_name(follows) and follows.low not in known
    return word.low in _GIVEN_NAMES or not is_known_word(word.low) or is_followed


def _looks_like_name(word: Word) -> bool:
    text = word.token.text
    is_word = text[:1].isupper() and any(letter.islower() for letter in text)
    return word.token.tag in _TAGS and is_word and word.low not in _NO_NAMES
