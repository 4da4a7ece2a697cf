"""Questions about ids that most strips answer alike: `if (x > 0 && x < n - 1) ... else ...`.

Of a picture's strips only those at its edges have work-items on both sides of such a question; LLVM's
vectoriser gives all of them masks, and nothing where AVX2 has no masked form of an access. The same is asked
in `x > 0 ? a[x - 1] : a[n - 1]`, of which LLVM makes a choice between places. `split_edges` takes a function
of one work-item with the context: a question that a branch or a place depends on becomes a choice between
its usual answer and itself, by the context's CLEAR. `write_answers` writes for a strip whether all of its
work-items give that answer. As with clamps, the strip is then written twice.

What is asked of the first and the last work-item is computed in 64 bits, where sums of ids do not wrap: the
work-items between lie between. In 32 bits they come to the same number where that one fits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from hcpy import ir
from hcpy.core.dataclass import dataclass
from hcpy.ir import IntPredicate as P
from hcpy.ir import Opcode
from hcpy.passes.host.id_sums import I32, Found, Wide, extended, interval
from hcpy.passes.host.launch import CLEAR, INDEX
from hcpy.passes.host.narrow import INVERSE, SWAPPED

MOST_CODE = 400  # instructions of a function that may be written twice
_MOST_EDGES = 32
_NEAR = 64  # a constant limit below it is an array's beginning, one above it its end
_LESS, _GREATER = frozenset((P.SLT, P.SLE)), frozenset((P.SGT, P.SGE))
SIGNED = {P.ULT: P.SLT, P.ULE: P.SLE}
SIGNED_BEYOND = {P.UGT: P.SGT, P.UGE: P.SGE}
_UNSIGNED = frozenset((*SIGNED, *SIGNED_BEYOND))
_LINKS = frozenset((Opcode.AND, Opcode.OR, Opcode.XOR, Opcode.SELECT, Opcode.FREEZE))
_TO_PLACES = frozenset(
    (Opcode.ADD, Opcode.SUB, Opcode.MUL, Opcode.SHL, Opcode.SEXT, Opcode.ZEXT, Opcode.SELECT, Opcode.GEP)
)
_MOST_ON_THE_WAY = 24


@dataclass(frozen=True)
class Varying:
    """What differs between work-items, and of it what does so along a row."""

    all: Collection[ir.Value]
    along: Collection[ir.Value]
    of_tiles: Collection[ir.Value] | None = None  # what is asked of them must say more than ids within one


# --- the function of one work-item ---------------------------------------------------------------------
def split_edges(
    function: ir.Function,
    varying: Varying,
    may_ask: Callable[[Sequence[ir.Value]], bool],
    *,
    along_alone: bool,
) -> bool:
    """Whether there were any.

    may_ask: can a strip be asked for all these at little cost? along_alone: other questions stay, but where
    they are asked together with such ones.
    """
    if sum(1 for _ in function.instructions()) > MOST_CODE:
        return False
    given = function.arguments[INDEX[CLEAR]]
    found: list[tuple[ir.Instruction, Edge]] = []
    for asked, edge in _edges_of(function, varying, set(given.users)):
        if along_alone and asked not in varying.along:
            continue
        if len(found) < _MOST_EDGES and may_ask([*(question for question, _ in found), asked]):
            found.append((asked, edge))
    if not found:
        return False
    with ir.Builder.before(next(iter(function.entry.instructions()))) as build:
        clear = build.compare(P.NE, given, given.type.null(), "hc.clear")
    for link, number, answer in _beside(list(found), varying.along, {given, clear, *given.users}):
        if may_ask([*(question for question, _ in found), link.operand(number)]):
            with ir.Builder.before(link) as build:
                usual = link.type.const(int(answer))
                link.set_operand(number, build.select(clear, usual, link.operand(number), "hc.usual"))
    for asked, edge in found:
        _choose(asked, edge, clear)
    return True


def _edges_of(
    function: ir.Function, varying: Varying, clears: Collection[ir.Value]
) -> Iterator[tuple[ir.Instruction, Edge]]:
    for asked in function.instructions_of(Opcode.ICMP):
        edge = None if _is_choice(asked, clears) else edge_of(asked, varying.all)
        if edge is None or (varying.of_tiles is not None and edge.linear not in varying.of_tiles):
            continue
        if _decides(asked):
            yield asked, _among_others(asked, edge, varying.all, clears)


def _choose(asked: ir.Instruction, edge: Edge, clear: ir.Value) -> None:
    """The usual answer where CLEAR is set."""
    after = asked.following
    assert after is not None
    with ir.Builder.before(after) as build:
        users = list(asked.users)
        chosen = build.select(clear, asked.type.const(int(edge.answer)), asked, "hc.inside")
    for user in users:
        assert isinstance(user, ir.Instruction)
        for number, operand in enumerate(user.operands):
            if operand == asked:
                user.set_operand(number, chosen)
    if edge.predicate in SIGNED and edge.linear.type.width == 32:
        _extend_signed(edge.linear, clear)


def _extend_signed(linear: ir.Value, clear: ir.Value) -> None:
    """Of what is not negative where CLEAR is set: a sum that is extended as one that grows evenly."""
    for extension in list(linear.users):
        if not isinstance(extension, ir.Instruction) or extension.opcode is not Opcode.ZEXT:
            continue
        if extension.type.width == 64:
            choose_signed(extension, linear, clear)


def choose_signed(extension: ir.Instruction, value: ir.Value, clear: ir.Value) -> None:
    """The value with its sign in the place of an extension where CLEAR is set."""
    after = extension.following
    assert after is not None
    with ir.Builder.before(after) as build:
        signed = build.cast(Opcode.SEXT, value, extension.type)
        chosen = build.select(clear, signed, signed, "hc.index")
    extension.replace_uses(chosen)
    assert isinstance(chosen, ir.Instruction)
    chosen.set_operand(2, extension)


def follows(choice: ir.Instruction, choices: Sequence[ir.Instruction]) -> bool:
    """Is it one of those, whose edge is a choice, too?"""
    signed, other = choice.operands[1:]
    if not (isinstance(signed, ir.Instruction) and isinstance(other, ir.Instruction)):
        return False
    if (signed.opcode, other.opcode) != (Opcode.SEXT, Opcode.ZEXT) or signed.operand(0) != other.operand(0):
        return False
    return any(
        answer_of(edge) is True
        and isinstance(asked := edge.operand(2), ir.Instruction)
        and asked.predicate in SIGNED
        and asked.operand(0) == signed.operand(0)
        for edge in choices
    )


def _beside(
    found: Sequence[tuple[ir.Instruction, Edge]], varying: Collection[ir.Value], clears: Collection[ir.Value]
) -> list[tuple[ir.Instruction, int, bool]]:
    """What is asked together with an edge and the same for all: a link, its operand, the usual answer."""
    beside: list[tuple[ir.Instruction, int, bool]] = []
    edges = {asked for asked, _ in found}
    links = dict.fromkeys(user for asked, _ in found for user in asked.users)
    for answer in (True, False):
        first = [link for link in links if isinstance(link, ir.Instruction)]
        for link, numbers in _chain(first, answer, clears):
            others = [n for n in numbers if link.operand(n) not in edges]
            beside += [(link, n, answer) for n in others if _may_be_usual(link.operand(n), varying, clears)]
    return beside


def _may_be_usual(value: ir.Value, varying: Collection[ir.Value], clears: Collection[ir.Value]) -> bool:
    if isinstance(value, ir.Instruction) and value.opcode is Opcode.SELECT and value.operand(0) in clears:
        return False
    return value not in varying and not value.is_constant


def _linked(link: ir.Instruction) -> tuple[tuple[int, int], bool] | None:
    """The operands of which both must hold (True), or neither (False)."""
    if link.opcode in (Opcode.AND, Opcode.OR):
        return (0, 1), link.opcode is Opcode.AND
    if link.opcode is not Opcode.SELECT:
        return None
    for number, value in ((2, 0), (1, 1)):
        operand = link.operand(number)
        if isinstance(operand, ir.Integer) and operand.value == value:
            return (0, 3 - number), not value
    return None


def _is_choice(asked: ir.Instruction, clears: Collection[ir.Value]) -> bool:
    """Is it split already?"""
    return any(
        isinstance(user, ir.Instruction) and user.opcode is Opcode.SELECT and user.operand(0) in clears
        for user in asked.users
    )


def _decides(asked: ir.Instruction) -> bool:
    """Does a branch depend on it, or where something lies?"""
    work: list[ir.Value] = [asked]
    seen: set[ir.Value] = set()
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        for user in value.users:
            if not isinstance(user, ir.Instruction):
                continue
            if user.opcode is Opcode.BR or (user.opcode is Opcode.SELECT and leads_to_place(user, value)):
                return True
            if user.opcode in _LINKS and user.type == asked.type:
                work.append(user)
    return False


def leads_to_place(choice: ir.Instruction, condition: ir.Value) -> bool:
    """`x > 0 ? x - 1 : n - 1`, of which an address is computed: to LLVM, places that have nothing to do with
    each other."""
    if choice.operand(0) != condition:
        return False
    work: list[ir.Value] = [choice]
    seen: set[ir.Value] = set()
    while work and len(seen) <= _MOST_ON_THE_WAY:
        value = work.pop()
        if value.type.is_pointer:
            return True
        if value not in seen:
            seen.add(value)
            work += [u for u in value.users if isinstance(u, ir.Instruction) and u.opcode in _TO_PLACES]
    return False


@dataclass(frozen=True)
class Edge:
    """`linear PREDICATE limit` holds for all work-items of most strips; answer: of the question as it is."""

    predicate: P
    linear: ir.Value
    limit: ir.Value
    answer: bool


def edge_of(asked: ir.Value, varying: Collection[ir.Value], answer: bool | None = None) -> Edge | None:
    """answer: what a choice by CLEAR says already."""
    if not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
        return None
    predicate = asked.predicate
    assert isinstance(predicate, P)
    linear, limit = asked.operands
    if limit in varying:
        predicate, linear, limit = SWAPPED[predicate], limit, linear
    if linear not in varying or limit in varying or not linear.type.is_integer:
        return None
    if linear.type.width not in (32, 64) or interval(linear, varying) is None:
        return None
    if answer is None:
        answer = _usual(predicate, limit)
    return Edge(predicate if answer else INVERSE[predicate], linear, limit, answer)


def _usual(predicate: P, limit: ir.Value) -> bool:
    if predicate in (P.EQ, P.NE):
        return predicate is P.NE
    if predicate in SIGNED or predicate in SIGNED_BEYOND:
        return predicate in SIGNED
    return (predicate in _GREATER) == _is_beginning(limit)


def _is_beginning(limit: ir.Value) -> bool:
    return isinstance(limit, ir.Integer) and abs(limit.signed) <= _NEAR


def answer_of(choice: ir.Instruction) -> bool | None:
    """The answer of a choice by CLEAR that is about a question."""
    usual = choice.operand(1)
    return bool(usual.value) if choice.type.width == 1 and isinstance(usual, ir.Integer) else None


def _among_others(
    asked: ir.Instruction, edge: Edge, varying: Collection[ir.Value], clears: Collection[ir.Value]
) -> Edge:
    """As what it is asked with has it: of `x < r || x >= n - r` neither holds, of `x >= r && x < n - r` both,
    while `x < r` alone says as little as `x < n`. LLVM writes `y == 0 || y == last` so, too, of an id that is
    taken apart by a constant."""
    if asked.predicate in (P.EQ, P.NE) or (asked.predicate not in _UNSIGNED and _is_beginning(edge.limit)):
        return edge
    links = [u for u in asked.users if isinstance(u, ir.Instruction) and u.operand(0) not in clears]
    found = [_linked(link) for link in links]
    if not links or any(parts is None or parts[1] == edge.answer for parts in found):
        return edge
    others = (other for other in _asked_together(links, not edge.answer, clears) if other != asked)
    if all(_usual_of(other, varying) in (None, edge.answer) for other in others):
        return edge
    return Edge(INVERSE[edge.predicate], edge.linear, edge.limit, not edge.answer)


def _usual_of(asked: ir.Value, varying: Collection[ir.Value]) -> bool | None:
    """asked: a question, or a choice of its answer."""
    if not isinstance(asked, ir.Instruction) or asked.opcode is not Opcode.ICMP:
        return answer_of(asked) if isinstance(asked, ir.Instruction) else None
    if asked.predicate in (P.EQ, P.NE):
        return asked.predicate is P.NE if asked.operand(0) in varying else None
    edge = edge_of(asked, varying)
    return None if edge is None else edge.answer


def _asked_together(
    links: Sequence[ir.Instruction], answer: bool, clears: Collection[ir.Value]
) -> Iterator[ir.Instruction]:
    """The questions of which all must hold (True), or none (False), with these links' own."""
    for link, numbers in _chain(links, answer, clears):
        for part in (link.operand(number) for number in numbers):
            if isinstance(part, ir.Instruction) and part.opcode in (Opcode.ICMP, Opcode.SELECT):
                yield part


def _chain(
    links: Sequence[ir.Instruction], answer: bool, clears: Collection[ir.Value]
) -> Iterator[tuple[ir.Instruction, tuple[int, int]]]:
    """What links of one kind are linked with by their own kind, with their operands' numbers."""
    work, seen = list(links), set(links)
    while work:
        link = work.pop()
        parts = None if link.opcode is Opcode.SELECT and link.operand(0) in clears else _linked(link)
        if parts is None or parts[1] != answer:
            continue
        yield link, parts[0]
        near = [*(link.operand(number) for number in parts[0]), *link.users]
        fresh = [v for v in near if isinstance(v, ir.Instruction) and v.type == link.type and v not in seen]
        seen.update(fresh)
        work += fresh


# --- strips --------------------------------------------------------------------------------------------
def write_answers(
    build: ir.Builder, choice: ir.Instruction, varying: Varying, ends: Sequence[Found]
) -> ir.Value:
    """Do all work-items of a strip give the choice's usual answer? ends: values of its outermost ones."""
    asked = choice.operand(2)
    if asked not in varying.along:
        return _all(build, [build.compare(P.EQ, found(asked), choice.operand(1)) for found in ends[:1]])
    assert isinstance(asked, ir.Instruction)
    edge = edge_of(asked, varying.all, answer_of(choice))
    assert edge is not None
    writers = [Wide(build, varying.all, found) for found in ends]
    values = [writer.of(edge.linear) for writer in writers]
    is_narrow = edge.linear.type.width == 32
    limits = [extended(build, found(edge.limit), edge.predicate in SIGNED) for found in ends]
    if is_narrow:
        for writer, value in zip(writers, values, strict=True):
            writer.must_fit(edge.linear, value)
    checks = [
        build.compare(predicate, value, value.type.const(bound))
        for writer in writers
        for _, value in writer.bounded
        for predicate, bound in ((P.SGE, I32[0]), (P.SLE, I32[1]))
    ]
    checks += _hold(build, edge, values, limits)
    return _all(build, checks)


def _hold(
    build: ir.Builder, edge: Edge, values: Sequence[ir.Value], limits: Sequence[ir.Value]
) -> list[ir.Value]:
    pairs = list(zip(values, limits, strict=True))

    def all_are(predicate: P) -> ir.Value:
        return _all(build, [build.compare(predicate, value, limit) for value, limit in pairs])

    if edge.predicate is P.NE:
        return [build.binary(Opcode.OR, all_are(P.SLT), all_are(P.SGT))]
    signs = [build.compare(P.SGE, value, value.type.null()) for value in values]
    if edge.predicate in SIGNED_BEYOND:  # what is negative lies beyond all limits that are not
        below = _all(build, [build.compare(P.SLT, value, value.type.null()) for value in values])
        beyond = all_are(SIGNED_BEYOND[edge.predicate])
        known = [build.compare(P.SGE, limit, limit.type.null()) for limit in limits]
        return [*known, build.binary(Opcode.OR, below, beyond)]
    # An unsigned limit of 64 bits may be beyond the signed ones: all that is not negative lies below it.
    is_narrow = edge.linear.type.width == 32
    predicate = SIGNED.get(edge.predicate, edge.predicate) if is_narrow else edge.predicate
    return [*(signs if edge.predicate in SIGNED else ()), all_are(predicate)]


def _all(build: ir.Builder, checks: Sequence[ir.Value]) -> ir.Value:
    result = checks[0]
    for check in checks[1:]:
        result = build.binary(Opcode.AND, result, check)
    return result
