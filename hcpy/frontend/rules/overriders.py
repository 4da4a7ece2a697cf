"""C++ AMP: functions that would override a virtual one if they were not restricted to amp.

Takes: a UnitText and clang's messages.
Gives: the Broken rule behind what clang says of `override`: a clause makes another function of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from hcpy.frontend.clang_ast import Message
from hcpy.frontend.rules.bodies import Broken
from hcpy.frontend.rules.virtual_functions import VIRTUAL_FUNCTION
from hcpy.frontend.text.unit_text import UnitText

_OVERRIDES_NOTHING = re.compile(
    r"non-virtual member function marked '(?:override|final)' hides virtual member function"
)
_HIDDEN = re.compile(r"hidden overloaded virtual function '.*?(\w+)' declared here")


def refused_overriders(text: UnitText, messages: Sequence[Message]) -> Iterator[Broken]:
    """The functions that are marked `override` or `final`, whose like in the base has no clause."""
    for message in messages:
        path = text.file_of(message.location) if message.location is not None else None
        if path is None or message.location is None or not _OVERRIDES_NOTHING.match(message.text):
            continue
        source = text.sources[path]
        words = (source.text_of(i) for i in range(source.token_of(message.location) - 1, -1, -1))
        declarator = list(takewhile(lambda word: word not in (";", "{", "}"), words))
        hidden = next((m for note in message.notes if (m := _HIDDEN.match(note.message))), None)
        if hidden is not None and "restrict" in declarator and "amp" in declarator:
            yield Broken(message.location, f"{VIRTUAL_FUNCTION}{hidden[1]}' can't be restricted to amp")
