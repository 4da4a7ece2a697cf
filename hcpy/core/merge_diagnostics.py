"""Makes one diagnostic of what several targets say about one mistake.

Takes: Diagnostics with the targets that they were found for, and all targets of the unit.
Gives: each mistake once, in the order of first mention, with the targets that have it where not all do.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from hcpy.core.dataclass import replace
from hcpy.core.model import Diagnostic, Location, Note

_NAMED = re.compile(r"the target '[^']+'")
_HOLE = "the target ''"
_MISSING = re.compile(r"call to '[^']+' which has no device code")

_Key = tuple[str, str, "Location | None"]


def merge(found: Iterable[Diagnostic], targets: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Each mistake once."""
    listed = _as_written(list(found))
    # How often each target says the same words: of those said once, the places may differ between targets.
    times = Counter((d.target, d.severity, _words(d)) for d in listed)
    often = {(severity, words) for (_, severity, words), count in times.items() if count > 1}
    groups: dict[_Key, list[Diagnostic]] = {}
    for diagnostic in listed:
        words = _words(diagnostic)
        place = diagnostic.location
        if diagnostic.target and (diagnostic.severity, words) not in often:
            place = None
        elif place is not None and _HOLE in words:
            place = replace(place, column=0)  # what a target can't do takes several instructions of one line
        key = (diagnostic.severity, words, place)
        groups.setdefault(key, []).append(diagnostic)
    return tuple(_merged(group, targets) for group in groups.values())


def _as_written(found: list[Diagnostic]) -> list[Diagnostic]:
    """The host's optimiser makes fputc of a call of fprintf: the other targets have the name in the text."""
    missing = [d for d in found if d.target and _MISSING.fullmatch(d.message)]
    written: dict[Location | None, set[str]] = {}
    for d in missing:
        if not d.target.startswith("host"):
            written.setdefault(d.location, set()).add(d.message)

    def named(d: Diagnostic) -> Diagnostic:
        names = written.get(d.location, set()) if d in missing and d.target.startswith("host") else set()
        return replace(d, message=names.copy().pop()) if len(names) == 1 else d

    return [named(d) for d in found] if written else found


def with_whole_paths(found: Iterable[Diagnostic], source: Path) -> list[Diagnostic]:
    """Of a source that the user names by an absolute path. clang's debug information, which has the places of
    the back ends' messages, cuts such paths at the working folder."""

    def whole(place: Location | None) -> Location | None:
        if place is None or not os.path.isfile(place.file):
            return place
        return replace(place, file=os.path.abspath(place.file))

    if not source.is_absolute():
        return list(found)
    return [
        replace(
            d, location=whole(d.location), notes=tuple(Note(whole(n.location), n.message) for n in d.notes)
        )
        if d.target
        else d
        for d in found
    ]


def _words(diagnostic: Diagnostic) -> str:
    return _NAMED.sub(_HOLE, diagnostic.message)


def _merged(group: Sequence[Diagnostic], targets: Sequence[str]) -> Diagnostic:
    first = next((d for d in group if d.location and d.location.column), group[0])
    having = list(dict.fromkeys(d.target for d in group))
    if having == [""]:
        return first
    names = _names([t for t in having if t], targets)
    message = _words(first)
    if _HOLE in message:
        message = message.replace(_HOLE, _spelled(names))
    elif "" not in having and set(having) != set(targets):
        message += f" (on {_spelled(names)})"
    return replace(first, message=message, target="")


def _names(having: Sequence[str], targets: Sequence[str]) -> list[str]:
    """A kind's name alone where all its architectures are meant."""
    names: list[str] = []
    for target in having:
        kind = target.partition(":")[0]
        all_of_kind = {t for t in targets if t.partition(":")[0] == kind} <= set(having)
        names.append(kind if all_of_kind else target)
    return list(dict.fromkeys(names))


def _spelled(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"the target '{names[0]}'"
    return f"the targets {', '.join(repr(name) for name in names[:-1])} and {names[-1]!r}"
