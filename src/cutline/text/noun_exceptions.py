"""Where Cutline departs from WordNet: what is too general to tell anything, and links to mend."""

from __future__ import annotations

#: What nearly everything is a kind of. To call a dog an object or a living thing is true of so much
#: else that it does not tell of a match. The list is our own: neither depth nor the number of kinds
#: tells `person`, which must count, from `artifact`, which must not.
TOO_GENERAL = frozenset(
    {
        1740,  # entity
        1930,  # physical entity
        2137,  # abstraction
        2452,  # thing
        2684,  # object
        3553,  # whole, unit
        4258,  # living thing
        4475,  # organism
        7347,  # causal agent
        19613,  # substance, as a part of something
        20090,  # substance
        20827,  # matter
        21939,  # artifact
        22903,  # article
        23100,  # psychological feature
        24264,  # attribute
        24720,  # state
        27167,  # location
        29378,  # event
        29677,  # process
        30358,  # act
        31264,  # group
        31921,  # relation
        33020,  # communication
        33615,  # measure
        3575240,  # instrumentality
        9385911,  # part, piece
        14580597,  # substance, of a certain consistency
    }
)

#: Links, from below to above, that WordNet has and hardly anybody means.
NOT_MEANT = frozenset(
    {
        (4576211, 3094503),  # wheeled vehicle to container: it would make one of a bicycle
        (2924554, 2958343),  # jalopy to car: one of its names is "bus"
    }
)

#: Links that WordNet lacks.
ADDED = {
    4019101: 4524313,  # public transport to vehicle: buses and trains are none without it
}
