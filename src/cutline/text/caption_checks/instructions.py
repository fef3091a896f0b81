"""What people are asked to do who describe an image, unless a project says it otherwise."""

from __future__ import annotations

from typing import Final

#: The rules under which the captions of COCO were written, in words of our own.
DEFAULT_INSTRUCTIONS: Final = """\
- Say in one sentence what matters in the image: who or what is there, and what is going on.
- Leave out small things that nobody would miss.
- Start with what you see; a sentence that starts with "There is" says it later than it could.
- Write eight words or more.
- Stay with this moment: not what came before, and not what may come next.
- Leave out what people may be saying or thinking.
- Call people what they look to be, such as "a woman" or "two boys", and never by a name.
"""
