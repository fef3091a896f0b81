"""What a team says of a submission beside its captions."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, fields, replace

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from cutline.server.models import Submission
from cutline.server.uploads.refused import Refused

MOST_METHOD, MOST_DESCRIPTION, MOST_ADDRESS, MOST_EXTERNAL_DATA = 80, 4000, 200, 400

# Marks that change the direction of what follows: a name could make its neighbours read otherwise.
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_is_address = URLValidator(schemes=["http", "https"])


@dataclass(frozen=True)
class Details:
    """A method's name, and what is worth knowing of it."""

    method: str
    description: str = ""
    paper_url: str = ""
    code_url: str = ""
    #: What it was trained on beside the benchmark's own data; empty says: nothing.
    external_data: str = ""

    @classmethod
    def of(cls, submission: Submission) -> Details:
        """What is said of a submission by now."""
        return cls(**{field.name: getattr(submission, field.name) for field in fields(cls)})

    def cleaned(self) -> Details:
        """The same without space around, and with one kind of line end.

        Raises:
            Refused: 422, with a problem for each field that cannot stay as it is.
        """
        tidy = replace(
            self,
            **{
                field.name: str(getattr(self, field.name)).replace("\r\n", "\n").strip()
                for field in fields(self)
            },
        )
        if problems := tidy.problems():
            listed = [{"field": field, "message": text} for field, text in problems.items()]
            said = "; ".join(
                f"{field.replace('_', ' ')} {text}" for field, text in problems.items()
            )
            raise Refused(422, "invalid_details", f"The details have problems: {said}.", listed)
        return tidy

    def problems(self) -> dict[str, str]:
        """By field, what was found and what was expected."""
        found = {
            "method": _text(self.method, MOST_METHOD) or _named(self.method),
            "description": _text(self.description, MOST_DESCRIPTION, allowed="\n\t"),
            "paper_url": _address(self.paper_url),
            "code_url": _address(self.code_url),
            "external_data": _text(self.external_data, MOST_EXTERNAL_DATA),
        }
        return {field: text for field, text in found.items() if text}


def _text(text: str, most: int, allowed: str = "") -> str:
    if len(text) > most:
        return f"is {len(text):,} characters long, expected at most {most:,}"
    for place, character in enumerate(text, 1):
        if character in allowed:
            continue
        if unicodedata.category(character) in ("Cc", "Cs") or _DIRECTION.match(character):
            return (
                f"has U+{ord(character):04X}, a control character, as its character {place}; "
                f"expected plain text"
            )
    return ""


def _named(method: str) -> str:
    if any(unicodedata.category(character)[0] in "LNPS" for character in method):
        return ""
    return f"{'is empty' if not method else 'has nothing that can be seen'}, expected a name"


def _address(address: str) -> str:
    if not address:
        return ""
    if len(address) > MOST_ADDRESS:
        return f"is {len(address):,} characters long, expected at most {MOST_ADDRESS}"
    try:
        _is_address(address)
    except ValidationError:
        return "is no address of the web, expected one such as https://example.org/paper"
    return ""
