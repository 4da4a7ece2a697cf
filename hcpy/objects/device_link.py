"""Device link: decides which units' device code goes into which unit, as a linker does.

Takes: the records of all objects that take part, and those of archive members that may.
Gives: for each unit that needs others what is taken from whom, or the errors that a linker reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hcpy.core.dataclass import dataclass, field, replace
from hcpy.core.demangle import demangle
from hcpy.core.model import Diagnostic, Dialect, Location, ModuleInterface, Note, Undefined
from hcpy.objects.device_record import DeviceRecord


@dataclass(frozen=True)
class Candidate:
    """A unit's record and the file that holds it."""

    name: str  # "x.o", "libx.a(y.o)"
    record: DeviceRecord
    taken: bool  # the linker has it in any case; else an archive's member, which is there where it is needed


@dataclass(frozen=True)
class UnitPlan:
    """One open unit, and for each kind of target the functions taken from others."""

    candidate: Candidate
    parts: dict[str, dict[str, frozenset[str]]]  # kind -> candidate's name -> functions


@dataclass
class LinkPlan:
    """What the device link does, or why it cannot."""

    units: list[UnitPlan] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    by_name: dict[str, Candidate] = field(default_factory=dict)


def plan_link(candidates: Sequence[Candidate]) -> LinkPlan:
    """Resolve every undefined device function of the open units that are taken."""
    named = list(_with_own_names(candidates))
    definitions = _Definitions(named)
    result = LinkPlan(by_name={c.name: c for c in named})
    lacking: dict[str, _Lacking] = {}
    for candidate in named:
        if candidate.taken and candidate.record.is_open:
            result.units.append(UnitPlan(candidate, _resolve(candidate, definitions, lacking)))
    result.diagnostics += definitions.duplicates()
    result.diagnostics += [found.error(definitions) for found in lacking.values()]
    return result


def _with_own_names(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Several units of one object, and members of the same name, need names that tell them apart."""
    seen: dict[str, int] = {}
    for candidate in candidates:
        seen[candidate.name] = seen.get(candidate.name, 0) + 1
        if seen[candidate.name] > 1:
            source = candidate.record.unit.source
            yield replace(candidate, name=f"{candidate.name}, {source} ({seen[candidate.name]})")
        else:
            yield candidate


class _Definitions:
    """Who defines which device function: what the linker has comes before archives, else in their order."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self._by_symbol: dict[str, list[Candidate]] = {}
        for candidate in sorted(candidates, key=lambda c: not c.taken):  # stable
            for symbol in candidate.record.exports:
                self._by_symbol.setdefault(symbol, []).append(candidate)
        self._pulled: set[str] = set()

    def find(self, symbol: str, kind: str, dialect: Dialect) -> Candidate | None:
        """The definition for a kind of target. The dialects pass arguments in different ways."""
        for candidate in self._by_symbol.get(symbol, ()):
            module = candidate.record.module(kind)
            is_fit = module is not None and candidate.record.unit.dialect is dialect
            if module is not None and is_fit and any(name == symbol for name, _ in module.exports):
                self._pulled.add(candidate.name)
                return candidate
        return None

    def all(self, symbol: str) -> list[Candidate]:
        return self._by_symbol.get(symbol, [])

    def duplicates(self) -> Iterator[Diagnostic]:
        """Strong functions that two of the objects which take part define."""
        for symbol, found in self._by_symbol.items():
            taken = [c for c in found if c.taken or c.name in self._pulled]
            strong = [c for c in taken if symbol not in c.record.weak]
            if len(strong) > 1:
                yield _duplicate(symbol, strong)


def _duplicate(symbol: str, found: Sequence[Candidate]) -> Diagnostic:
    first, *others = found
    notes = [
        Note(c.record.exports[symbol], f"'{demangle(symbol)}' is defined in {c.name}, too") for c in others
    ]
    message = f"duplicate device function '{demangle(symbol)}', defined in {first.name}"
    return Diagnostic("error", first.record.exports[symbol], message, tuple(notes))


@dataclass
class _Lacking:
    """A function that nobody defines, for at least one kind of target."""

    undefined: Undefined
    user: Candidate
    kinds: list[str]
    others: dict[str, Location | None] = field(default_factory=dict)  # further objects that need it

    def error(self, definitions: _Definitions) -> Diagnostic:
        symbol = self.undefined.symbol
        notes = list(self.undefined.use.notes)
        where = f"needed by {self.user.name} for {', '.join(self.kinds)}"
        there = definitions.all(symbol)
        if there and there[0].record.unit.dialect is not self.user.record.unit.dialect:
            text = (
                f"{where}; {there[0].name} defines it in the other dialect, which calls functions another way"
            )
        elif there:
            has = ", ".join(dict.fromkeys(m.kind for c in there for m in c.record.modules))
            wanted = ",".join(dict.fromkeys(map(str, self.user.record.unit.targets)))
            text = f"{where}; {there[0].name} defines it for {has} only: compile that with --targets={wanted}"
        else:
            text = (
                f"{where}; no object or archive of this link defines it (shared objects share no device code)"
            )
        notes.append(Note(None, text))
        notes += [Note(place, f"needed by {name}, too") for name, place in self.others.items()]
        return replace(self.undefined.use, notes=tuple(notes))


def _resolve(
    unit: Candidate, definitions: _Definitions, lacking: dict[str, _Lacking]
) -> dict[str, dict[str, frozenset[str]]]:
    """What a unit takes from whom."""
    parts: dict[str, dict[str, frozenset[str]]] = {}
    for module in unit.record.modules:
        taken: dict[str, set[str]] = {}
        work = [(undefined, unit) for undefined in module.needs]
        seen = {undefined.symbol for undefined, _ in work}
        for undefined, user in work:
            found = definitions.find(undefined.symbol, module.kind, unit.record.unit.dialect)
            if found is None:
                _note_lacking(lacking, undefined, user, module.kind)
            else:
                if found is not unit:
                    taken.setdefault(found.name, set()).add(undefined.symbol)
                other = found.record.module(module.kind)
                assert other is not None
                for following in _uses_of(other, undefined.symbol):
                    if following.symbol not in seen:
                        seen.add(following.symbol)
                        work.append((following, found))
        parts[module.kind] = {name: frozenset(symbols) for name, symbols in taken.items()}
    return parts


def _uses_of(module: ModuleInterface, symbol: str) -> Iterator[Undefined]:
    leads = dict(module.exports)[symbol]
    return (undefined for undefined in module.uses if undefined.symbol in leads)


def _note_lacking(lacking: dict[str, _Lacking], undefined: Undefined, user: Candidate, kind: str) -> None:
    known = lacking.setdefault(undefined.symbol, _Lacking(undefined, user, []))
    if known.user is not user:
        known.others.setdefault(user.name, undefined.use.location)
    elif kind not in known.kinds:
        known.kinds.append(kind)
