"""Words for the names in items: plain, short, and none of them the beginning of another."""

from typing import Literal

NameList = Literal["person", "city", "product", "color", "fruit", "animal", "thing", "verb"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NAMES: dict[NameList, tuple[str, ...]] = {
    "person": _words(
        "Ada Amir Bea Chen Dina Elif Femi Goran Hana Ines Jonas Kofi Lena Malik Nora Omar Priya Quinn Rosa"
        " Sami Tara Uma Viktor Wanda Ximena Yusuf Zoe"
    ),
    "city": _words(
        "Accra Bergen Cusco Dakar Erfurt Fukuoka Geneva Hanoi Izmir Jaipur Krakow Lima Malmo Nairobi Osaka"
        " Porto Quito Riga Sofia Tunis Utrecht Verona Warsaw Yerevan Zagreb"
    ),
    "product": _words(
        "bag belt bowl chair clock coat desk fan glove hat jacket kettle lamp mug pillow plate radio ring"
        " scarf shelf spoon table towel vase watch"
    ),
    "color": _words("amber black blue brown gray green indigo olive orange pink purple red teal white"),
    "fruit": _words(
        "apple banana cherry date fig grape kiwi lemon mango orange papaya peach pear plum quince"
    ),
    "animal": _words(
        "bear camel deer eagle fox goat hare ibis koala lion mole newt otter panda robin seal tiger wolf"
        " yak zebra"
    ),
    "thing": _words(
        "account basket booking course device folder game invoice job letter meeting note order"
        " parcel project recipe report room seat ticket trip user video"
    ),
    "verb": _words(
        "add archive block clear close copy edit filter load merge move open pause print"
        " reset save send share sort start stop update"
    ),
}
"""Words of one list by the list's name."""
