"""Atomics on elements and members at constant and computed offsets, in loops and in tiles of all ranks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

_TYPES = {"int": "int", "unsigned": "unsigned", "long": "std::uint64_t", "float": "float"}
_OPERATIONS = {
    "add": ("hc::atomic_fetch_add(@, T(3))", "3 * count"),
    "sub": ("hc::atomic_fetch_sub(@, T(2))", "-2 * count"),
    "max": ("hc::atomic_fetch_max(@, T(50))", "50"),
    "exchange": ("hc::atomic_exchange(@, T(8))", "8"),
    "compare": ("[&] { T old = T(START); hc::atomic_compare_exchange(@, &old, T(6)); }()", "6"),
    "inc": ("hc::atomic_fetch_inc(@)", "count"),
}
_INTEGER_ONLY = ("max", "inc", "compare")
_NOT_OF_64_BITS = ("sub", "inc")
# (declarations, all places, the place that is counted; a loop's variable is k)
_PLACES = {
    "element": ("T m[8];", [f"m[{k}]" for k in range(8)], "m[2]"),
    "last": ("T m[8];", [f"m[{k}]" for k in range(8)], "m[7]"),
    "computed": ("T m[8];", [f"m[{k}]" for k in range(8)], "m[one * 3 + 2]"),
    "matrix": ("T m[3][4];", [f"m[{k // 4}][{k % 4}]" for k in range(12)], "m[1][2]"),
    "member": ("S m;", ["m.first", "m.second", "m.many[0]", "m.many[1]", "m.many[2]"], "m.second"),
    "inner": ("S m;", ["m.first", "m.second", "m.many[0]", "m.many[1]", "m.many[2]"], "m.many[1]"),
    "structures": ("S m[3];", [f"m[{k}].second" for k in range(3)], "m[2].second"),
    "structures_computed": ("S m[3];", [f"m[{k}].many[1]" for k in range(3)], "m[one + 1].many[1]"),
}
_LOOPS = {
    "once": ("@", 1),
    "unrolled": ("for (int k = 0; k < 4; ++k) @;", 4),
    "loop": ("for (int k = 0; k < n; ++k) @;", 5),
}
_TILES = {
    1: ("8", "t.local[0]"),
    2: ("2, 4", "(t.local[0] * 4 + t.local[1])"),
    3: ("2, 2, 2", "((t.local[0] * 2 + t.local[1]) * 2 + t.local[2])"),
}
_TEXT = """// rows: hc.atomics.places
#include <cstdint>
#include <hc.hpp>

#include "check.hpp"

typedef @TYPE@ T;
struct S {
  T first;
  T second;
  int between;
  T many[3];
};
@GLOBAL@
int main() {
  const int places = @COUNT@, n = 5, one = 1;
  static_cast<void>(n), static_cast<void>(one);
  hc::array_view<T> seen(places);
@CHECKS@  return failures();
}
"""
_CHECK = """  for (int k = 0; k < places; ++k) seen[k] = T(0);
  hc::parallel_for_each(hc::extent<@RANK@>(@TILE@).tile(@TILE@), [=](hc::tiled_index<@RANK@> t) [[hc]] {
    @LOCAL@
    const bool first = @ITEM@ == 0;
    static_cast<void>(n), static_cast<void>(one);
    if (first) {
@SET@    }
    t.barrier.wait();
    @CALL@;
    t.barrier.wait();
    if (first) {
@GET@    }
  }).wait();
  {
    const int count = 8 * @TIMES@;
    static_cast<void>(count);
    for (int k = 0; k < places; ++k) CHECK(seen[k] == (k == @WHICH@ ? T(@RESULT@) : T(@START@)));
  }
"""


def programs() -> Iterator[tuple[str, str]]:
    for (type_, spelling), (place, parts), kind in product(
        _TYPES.items(), _PLACES.items(), ("tile_static", "global")
    ):
        declared, places, _ = parts
        checks = "".join(
            _check(operation, number, parts, kind, type_)
            for number, operation in enumerate(_OPERATIONS)
            if operation not in {"float": _INTEGER_ONLY, "long": _NOT_OF_64_BITS}.get(type_, ())
        )
        text = _TEXT.replace("@TYPE@", spelling).replace("@COUNT@", str(len(places)))
        text = text.replace("@GLOBAL@", f"[[hc]] {declared}" if kind == "global" else "")
        yield f"{type_}_{place}_{kind}", text.replace("@CHECKS@", checks)


def _check(operation: str, number: int, parts: tuple[str, list[str], str], kind: str, type_: str) -> str:
    declared, places, counted = parts
    call, result = _OPERATIONS[operation]
    around, times = list(_LOOPS.values())[(number + len(counted)) % len(_LOOPS)]
    rank = 1 + (number + len(type_)) % 3
    tile, item = _TILES[rank]
    start = 1000 if type_ == "unsigned" and operation == "sub" else 1
    plain = counted.replace("one * 3 + 2", "5").replace("one + 1", "2")
    result = result if result.isdigit() else f"{start} + {result}"
    text = _CHECK.replace("@RANK@", str(rank)).replace("@TILE@", tile).replace("@ITEM@", item)
    text = text.replace("@LOCAL@", f"tile_static {declared}" if kind == "tile_static" else "")
    text = text.replace("@SET@", "".join(f"      {p} = T({start});\n" for p in places))
    text = text.replace("@GET@", "".join(f"      seen[{k}] = {p};\n" for k, p in enumerate(places)))
    text = text.replace("@CALL@", around.replace("@", call.replace("@", f"&{counted}")))
    text = text.replace("@TIMES@", str(times)).replace("@RESULT@", result).replace("@START@", str(start))
    return text.replace("START", str(start)).replace("@WHICH@", str(places.index(plain)))
