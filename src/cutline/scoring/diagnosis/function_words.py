"""English words that hold a sentence together and name nothing in a picture."""

from __future__ import annotations

_WORDS = """
a an the this that these those each every either neither both all some any no none another other
such same own
i me my mine myself you your yours yourself he him his himself she her hers herself it its
itself we us our ours ourselves they them their theirs themselves one ones someone something
who whom whose which what there here
am is are was were be been being 's 're 'm do does did doing done has have had having 've 'll 'd
can could may might must shall should will would ca wo n't not nor
about above across after against along among around as at before behind below beneath beside
besides between beyond by down during for from in inside into like near of off on onto out
outside over past per since than through throughout to toward towards under underneath until up
upon via with within without
and or but if so because while when where whether although though how why then
very too also just only even still again more most much many few less least
"""

#: In lower case and as the tokenizer cuts them: "isn't" is "is" and "n't".
FUNCTION_WORDS = frozenset(_WORDS.split())
