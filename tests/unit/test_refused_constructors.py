"""What hcc says of a constructor that amp-restricted code can't call."""

from __future__ import annotations

from typing import Any, cast

from hcpy.core.model import Location, Note
from hcpy.frontend.clang_ast import Message
from hcpy.frontend.rules.clang import clang_findings

PLACE = Location("a.cpp", 5, 7)
NOT_VIABLE = "not viable: call to __host__ function from __device__ function"


class Parsed:
    def is_users_file(self, path: str) -> bool:
        return path == "a.cpp"


class Text:
    def lambda_at(self, place: Location) -> None:
        return None


def found(text: str) -> Any:
    implicit = [
        Note(Location("a.cpp", 1, 8), f"candidate constructor (the implicit {kind} constructor) not viable")
        for kind in ("copy", "move")
    ]
    notes = (*implicit, Note(Location("a.cpp", 2, 3), f"candidate constructor {NOT_VIABLE}"))
    message = Message(3, text, PLACE, notes)
    broken, plain = clang_findings(cast("Any", Parsed()), cast("Any", Text()), [message])
    assert not plain
    return broken[0]


def test_constructors_that_nobody_wrote_are_no_candidates() -> None:
    broken = found("no matching constructor for initialization of 's'")
    assert broken.message == "'s' is not restricted to amp and can't be called in amp-restricted code"
    assert [note.location for note in broken.notes] == [Location("a.cpp", 2, 3)]


def test_a_class_that_is_defined_with_its_variable_has_its_name() -> None:
    for key in ("struct", "class", "union"):
        broken = found(f"no matching constructor for initialization of '{key} s'")
        assert broken.message.startswith("'s' is not restricted to amp")
