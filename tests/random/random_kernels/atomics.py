"""Random atomic operations: of one kind on cells of all, whose order cannot be seen, or on own cells."""

from __future__ import annotations

import random
from collections.abc import Callable

from random_kernels.expressions import Expressions, Scope
from random_kernels.model import I32, Expr, Scalar

ATOMIC_TYPES = ("i32", "u32", "u64", "f32", "i64", "f64", "u8", "u16", "i16")
ADDING = ("fetch_add", "fetch_sub", "fetch_inc", "fetch_dec")
OTHER_ATOMICS = ("fetch_and", "fetch_or", "fetch_xor", "fetch_max", "fetch_min")
# Who does them twice changes nothing: their results may decide whether others follow.
REPEATABLE = ("fetch_and", "fetch_or", "fetch_max", "fetch_min")
Atomic = Callable[[Expressions, Scope], tuple[str, tuple[Expr, ...]]]


def atomic_operations(type: Scalar) -> tuple[str, ...]:
    """What there is for cells of a type, whose order cannot be seen; `add` is any that adds."""
    if type.is_float or type.name == "i64":
        return ("add", "add", "fetch_max", "fetch_min")
    return ("add", *OTHER_ATOMICS)


def by_exchange(name: str) -> str:
    """What an operation makes of the value before, for a loop that tries until nobody was faster."""
    return {
        "fetch_add": "seen + given",
        "fetch_sub": "seen - given",
        "fetch_and": "seen & given",
        "fetch_or": "seen | given",
        "fetch_xor": "seen ^ given",
        "fetch_max": "seen < given ? given : seen",
        "fetch_min": "given < seen ? given : seen",
    }[name]


def atomic_text(
    rng: random.Random, expressions: Expressions, scope: Scope, pointer: str, type: Scalar, operation: str
) -> tuple[str, tuple[Expr, ...]]:
    """A statement; `pointer` may have a hole for an index. `add` is any operation that adds."""
    index = (expressions.index(scope, 2),) if "{0}" in pointer else ()
    if type.is_float:
        name = rng.choice(("fetch_add", "fetch_sub")) if operation == "add" else operation
        value = Expr(f"({type.name})((i32){{0}} & 15)", type, (expressions.of(I32, scope, 2),))
    else:
        adding = ADDING[:2] if type.name == "i64" else ADDING
        name = rng.choice(adding) if operation == "add" else operation
        value = expressions.of(type, scope, 2)
    start = "narrow_" if type.bits < 32 else "hc::atomic_"
    if name in ("fetch_inc", "fetch_dec"):
        return f"{start}{name}({pointer});", index
    # The place is computed after the value: C++ leaves the order of arguments open, and calls have effects.
    hole = f"{{{len(index)}}}"
    call = f"{start}{name}({pointer}, given);"
    if rng.random() < 0.2:
        change = f"[=]({type.name} seen) {{{{ return {type.name}({by_exchange(name)}); }}}}"
        call = f"changed_by_exchange<{type.name}>({pointer}, {change});"
    elif name in REPEATABLE and rng.random() < 0.4:
        call = rng.choice(
            (
                f"if ({start}{name}({pointer}, given) != given) {call}",
                f"for (i32 n = 0; n < 3 && {start}{name}({pointer}, given) < given; ++n) {call}",
                f"if ({start}{name}({pointer}, given) > given && given > {type.name}(3)) {call} else {call}",
                f"for (i32 n = 0; n < 2; ++n) if ({start}{name}({pointer}, given) == given) continue; "
                f"else {call}",
            )
        )
    text = f"{{{{\n  const {value.type.name} given = {hole};\n  {call}\n}}}}"
    return text, (*index, value)


def shared_atomic(rng: random.Random, pointer: str, type: Scalar, operation: str) -> Atomic:
    return lambda expressions, scope: atomic_text(rng, expressions, scope, pointer, type, operation)


def own_atomic(rng: random.Random, pointer: str, type: Scalar) -> Atomic:
    """On a cell that no other work-item touches: the value before is known."""

    def make(expressions: Expressions, scope: Scope) -> tuple[str, tuple[Expr, ...]]:
        targets = [p for p in scope.places if p.written and p.type == type and not p.indexed and not p.cast]
        if not targets:
            return atomic_text(rng, expressions, scope, pointer, type, "fetch_max")
        target = rng.choice(targets).form
        value = expressions.of(type, scope, 2)
        if rng.random() < 0.3:
            expected = expressions.of(type, scope, 1)
            text = (
                f"{{{{\n  {type.name} expected = {{1}};\n"
                f"  if (hc::atomic_compare_exchange({pointer}, &expected, {{0}})) {target} += 1;\n}}}}"
            )
            if type.kind == "s":
                text = text.replace("+= 1", "= 1")
            return text, (value, expected)
        names = ("exchange", "fetch_add", "fetch_sub", *OTHER_ATOMICS)
        return f"{target} = hc::atomic_{rng.choice(names)}({pointer}, {{0}});", (value,)

    return make
