"""C++ AMP: what a class with virtual functions brings is one mistake.

Takes: errors.
Gives: those but what follows from others. A virtual function that is refused makes its class one that is; an
object of such a class is refused wherever it comes from, so that a virtual call of it says nothing new. Nor
does one of what dynamic_cast gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from hcpy.core.model import Diagnostic

VIRTUAL_FUNCTION = "the virtual function '"
VIRTUAL_MEMBER = "it has the virtual member function '"
VIRTUAL_CALL = "a virtual call of '"


def without_virtual_followers(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Of a virtual function, the types that it spoils and their calls, the first."""
    functions = {d.location for d in found if d.message.startswith(VIRTUAL_FUNCTION)}
    types = [d for d in found if VIRTUAL_MEMBER in d.message]
    spoilt = {id(d) for d in types if any(note.location in functions for note in d.notes)}
    casts = {d.location for d in found if d.message.startswith("'dynamic_cast' ")}
    is_spoilt = bool(functions or types)
    calls = [d for d in found if d.message.startswith(VIRTUAL_CALL)]
    spoilt |= {id(d) for d in calls if is_spoilt or d.location in casts}  # a call begins with its object
    return [d for d in found if id(d) not in spoilt]
