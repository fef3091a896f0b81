"""Words that are English, by the lists that are installed anyway."""

from __future__ import annotations

from functools import cache

from cutline.core.errors import FileError, MissingPartError
from cutline.text.meteor_files import JAR, meteor_folder, read_members
from cutline.text.object_labels import object_singular

_SYNSETS = "synonym/english.synsets"

_CAPTION_WORDS_LIST = """
    bokeh cellphone drone emoji ferris graffitied hashtag hoodie hoverboard laptop minifigure
    multi onesie photobomb photobombing selfie skatepark smartphone smartwatch snowboarder
    surfboarder tablescape taxiing touchscreen tuk tuktuk tv wakeboarder website wifi wii
"""
#: Words of captions that are younger than the lists.
_CAPTION_WORDS = frozenset(_CAPTION_WORDS_LIST.split())

#: British endings, and American ones that lists have: "traveller" and "traveler".
_BRITISH = (
    ("our", "or"),
    ("lled", "led"),
    ("lling", "ling"),
    ("ller", "ler"),
    ("isi", "izi"),
    ("ise", "ize"),
    ("yse", "yze"),
    ("tre", "ter"),
)


def is_known_word(word: str) -> bool:
    """Whether a word in lower case, or its singular, is one of METEOR's lists, which are WordNet's.

    Without those lists few words are known.
    """
    listed = listed_words()
    forms = (word, object_singular(word))
    return any(form in _CAPTION_WORDS or form in listed for form in forms)


def american_spellings(word: str) -> list[str]:
    """A word with British endings replaced; nothing where it has none.

    >>> american_spellings("coloured"), american_spellings("travelling"), american_spellings("dog")
    (['colored'], ['traveling'], [])
    """
    return [word.replace(british, american) for british, american in _BRITISH if british in word]


@cache
def listed_words() -> frozenset[str]:
    """Every single word of METEOR's synonyms, which are those of WordNet; none without them."""
    try:
        (synsets,) = read_members(
            meteor_folder((JAR,), "METEOR needs its tables") / JAR, (_SYNSETS,)
        )
    except (MissingPartError, FileError):
        return frozenset()
    # A line with a word, then one with the numbers of its synsets.
    words = synsets.decode("utf-8", "replace").splitlines()[0::2]
    return frozenset(word for word in words if word.isalpha())
