"""What was or will be: captions are about the moment of the image."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutline.text.caption_checks.finding import Finding, Severity
from cutline.text.caption_checks.reading import Reading, Word

_FUTURE = frozenset({"will", "'ll", "’ll", "shall", "wo"})

#: What is about to happen can often be seen.
_COMING: dict[str, Severity] = {"going": "warning", "gon": "warning", "about": "hint"}

_CLEARLY_PAST_LIST = """
    ate became began came chose did drank drew drove fell flew gave grew had knew ran rang rode rose
    sang sank saw spoke stole swam threw told took was wasn't went were woke wore wrote
"""
#: Forms of the past that are no participles.
_CLEARLY_PAST = frozenset(_CLEARLY_PAST_LIST.split())

_SAME_FORMS_LIST = (
    "beat bet burst cast cost cut hit hurt let put quit read rid set shut split spread"
)
#: Forms of the past that are those of the present too.
_SAME_FORMS = frozenset(_SAME_FORMS_LIST.split())

_AFTER_VERBS_LIST = "across away down off over past through toward towards"
#: What follows a verb in the past and hardly a participle: "jumped over a fence". What is "parked
#: near" or "topped with" something is so now.
_AFTER_VERBS = frozenset(_AFTER_VERBS_LIST.split())
#: Tags of what begins an object: "kicked the ball", "held his hand".
_BEGIN_OBJECTS = frozenset({"CD", "DT", "PRP", "PRP$"})
_NAMING = frozenset({"called", "colored", "coloured", "entitled", "labeled", "labelled", "named"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_CLEAR_SUBJECTS = frozenset({"he", "i", "it", "she", "they", "we", "who", "you"})

_STAY = "Please describe this moment"


def past(reading: Reading) -> Iterator[Finding]:
    """Verbs in the past, by the parser's tags."""
    for sentence in reading.sentences:
        for place, word in enumerate(sentence):
            if word.token.tag == "VBD" and _is_past(sentence, place):
                message = f'{_STAY}: "{word.token.text}" speaks of the past.'
                yield Finding("past", "warning", message, word.start, word.end)


def future(reading: Reading) -> Iterator[Finding]:
    """What will be, and what somebody is going to do."""
    for sentence in reading.sentences:
        for place, word in enumerate(sentence):
            if word.token.tag == "MD" and word.low in _FUTURE:
                message = f"{_STAY}, and not what will be."
                yield Finding("future", "warning", message, word.start, word.end)
            elif word.low in _COMING and _leads_to_a_verb(sentence, place):
                message = f"{_STAY}, and not what comes next."
                end = sentence[place + 1].end
                yield Finding("future", _COMING[word.low], message, word.start, end)


def _leads_to_a_verb(sentence: Sequence[Word], place: int) -> bool:
    following = [(word.low, word.token.tag) for word in sentence[place + 1 : place + 3]]
    # The tokenizer makes "gon" and "na" of "gonna".
    return len(following) == 2 and following[0][0] in ("to", "na") and following[1][1] == "VB"


def _is_past(sentence: Sequence[Word], place: int) -> bool:
    word = sentence[place]
    if word.low in _CLEARLY_PAST:
        return True
    if word.low in _SAME_FORMS or word.low in _NAMING:
        return False
    subjects = [
        other.low
        for other in sentence
        if other.token.head == place + 1 and other.token.relation in _SUBJECTS
    ]
    if not subjects:
        return False
    if _CLEAR_SUBJECTS.intersection(subjects):
        return True
    # The tagger takes some forms of the present for the past.
    if (
        place + 1 == len(sentence)
        or word.low.endswith(("s", "ing"))
        or word.low == word.token.lemma
    ):
        return False
    following = sentence[place + 1]
    return following.low in _AFTER_VERBS or following.token.tag in _BEGIN_OBJECTS
