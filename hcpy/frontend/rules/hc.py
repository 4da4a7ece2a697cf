"""HC: all rules on the code of one function or lambda expression that a kernel reaches.

Takes: its cursor.
Gives: a Body, with the calls that the code does not name.
"""

from __future__ import annotations

from hcpy.frontend.clang_ast import Cursor
from hcpy.frontend.rules.bodies import Body, Unit, cursors_of_body, hc_body
from hcpy.frontend.rules.host_objects import host_objects
from hcpy.frontend.rules.temporaries import temporaries
from hcpy.frontend.rules.unnamed_calls import unnamed_calls


def whole_hc_body(unit: Unit, function: Cursor) -> Body:
    """What the body breaks, and what it calls."""
    cursors = list(cursors_of_body(unit, function))
    made = list(temporaries(unit, function))
    body = hc_body(unit, function, cursors)
    body.broken += host_objects(unit, cursors, made)
    body.calls += unnamed_calls(unit, function, cursors, made)
    return body
