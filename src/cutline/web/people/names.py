"""What names of people and teams may be: they are shown to everybody."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError

#: Names by which the site itself speaks. Who bore one could be taken for it.
RESERVED = frozenset({"admin", "cutline", "host", "human", "root", "system"})
#: How people who were forgotten are called, and their teams.
FORMER_PERSON = "former-person"
FORMER = "former team"

_NOT_IN_USERNAMES = re.compile(r"[^\w.+-]")
#: Alphabets with letters that look alike; a word of several of them is meant to deceive.
_ALPHABETS = frozenset({"ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GREEK", "LATIN"})
#: Letters of other alphabets that look like Latin ones.
_LIKE_LATIN = frozenset(
    "аеорсухіјѕһԁԛԝӏҽѵпгтмкнвАВЕКМНОРСТУХІЈЅҺԚԜӀѴαβικνορτυχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿօոսһՕՍ"
)


def plain_line(text: str) -> str:
    """A line as it is kept: one spelling of each letter, one space between words.

    Raises:
        ValidationError: when it has characters that nobody sees, which could turn the line around
            or make two names look the same.
    """
    found = " ".join(unicodedata.normalize("NFC", text).split())
    unseen = next((sign for sign in found if not _is_seen(sign)), None)
    if unseen is not None:
        raise ValidationError(
            f"It has a character that cannot be seen (U+{ord(unseen):04X}): leave it out."
        )
    return found


def public_name(text: str) -> str:
    """A name for a team.

    Raises:
        ValidationError: when it is not a name, could be taken for another, or belongs to the site.
    """
    name = plain_line(text)
    if not any(sign.isalnum() for sign in name):
        raise ValidationError("Give it a name with at least one letter or digit.")
    like_others(name)
    # As it looks: wide or ornate letters make no other name of it.
    plain = unicodedata.normalize("NFKC", name).casefold()
    if plain in RESERVED or plain.startswith(FORMER):
        raise ValidationError(f"The site itself uses the name “{name}”: take another.")
    return name


def username_of(text: str) -> str:
    """A username as it is kept. Which ones the site keeps for itself is asked elsewhere.

    Raises:
        ValidationError: when it is an e-mail address, hides something, or could be taken for
            another.
    """
    if "@" in text:
        raise ValidationError("Others see the username: take one without @, not an e-mail address.")
    name = plain_line(unicodedata.normalize("NFKC", text))
    strange = _NOT_IN_USERNAMES.search(name)
    if strange is not None:
        found = "a space" if strange[0] == " " else f"“{strange[0]}”"
        raise ValidationError(f"It has {found}: use letters, digits and . + - _ only.")
    like_others(name)
    if name.casefold().startswith(FORMER_PERSON):
        raise ValidationError(f"The site itself uses the name “{name}”: take another.")
    return name


def like_others(name: str) -> None:
    """Refuse a name that is written so as to look like another.

    Raises:
        ValidationError: when a word mixes alphabets whose letters look alike, or has none but
            letters that look like Latin ones.
    """
    for word in name.split():
        letters = [sign for sign in word if sign.isalpha()]
        alphabets = {unicodedata.name(sign, "?").split()[0] for sign in letters} & _ALPHABETS
        if len(alphabets) > 1:
            listed = " and ".join(sorted(alphabet.title() for alphabet in alphabets))
            raise ValidationError(f"“{word}” mixes {listed} letters: use those of one alphabet.")
        if letters and all(sign in _LIKE_LATIN for sign in letters):
            raise ValidationError(
                f"“{word}” is not written in Latin letters and looks as if it were: take another."
            )


def _is_seen(sign: str) -> bool:
    # Fillers are letters by their category, and empty.
    return unicodedata.category(sign)[0] != "C" and sign not in "\u115f\u1160\u3164\uffa0\u2800"
