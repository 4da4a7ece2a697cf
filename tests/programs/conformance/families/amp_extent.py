"""extent<N> of C++ AMP: each group of members, for ranks 1 to 4, on the host and in a kernel."""

from __future__ import annotations

from collections.abc import Iterator

PROGRAM = """\
// rows: {rows}
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// One bit for each expression that is wrong.
static int faults() restrict(amp, cpu) {{
  int bad = 0;
  const int sizes[] = {{{sizes}}}, offsets[] = {{{offsets}}};
  const extent<RANK> e(sizes);
  const index<RANK> i(offsets);
  if (i[0] != offsets[0]) bad |= 1 << 30;
{body}
  return bad;
}}

int main() {{
  CHECK(faults() == 0);
  array_view<int, 1> seen(1);
  parallel_for_each(seen.extent, [=](index<1> k) restrict(amp) {{ seen[k] = faults(); }});
  CHECK(seen[0] == 0);
  return failures();
}}
"""
OPERATORS = "+-*/%"


def each(conditions: list[str]) -> str:
    """Checks each condition for every dimension d."""
    lines = ["  for (int d = 0; d < RANK; ++d) {"]
    lines += [f"    if (!({c})) bad |= 1 << {n};" for n, c in enumerate(conditions)]
    return "\n".join([*lines, "  }"])


def constructors(rank: int) -> str:
    ints = ", ".join(f"sizes[{d}]" for d in range(rank)) if rank <= 3 else "sizes"
    return f"""\
  static_assert(extent<RANK>::rank == RANK, "");
  static_assert(sizeof(extent<RANK>) == RANK * sizeof(extent<RANK>::value_type), "");
  const extent<RANK> from_ints({ints});
  extent<RANK> zero, copy(e), assigned, changed(e);
  assigned = e;
  changed[0] = 99;
  if (changed[0] != 99 || changed == e) bad |= 1 << 10;
""" + each(
        [
            "zero[d] == 0",
            "copy[d] == sizes[d]",
            "assigned[d] == sizes[d]",
            "from_ints[d] == sizes[d]",
        ]
    )


def size(rank: int) -> str:
    return """\
  static_assert(sizeof(e.size()) == sizeof(unsigned), "");
  unsigned product = 1;
  for (int d = 0; d < RANK; ++d) product *= unsigned(sizes[d]);
  if (e.size() != product) bad |= 1;
  if (extent<RANK>().size() != 0) bad |= 2;
  index<RANK> last;
  for (int d = 0; d < RANK; ++d) last[d] = sizes[d] - 1;
  if (!e.contains(last) || !e.contains(index<RANK>()) || e.contains(last + 1)) bad |= 4;
  for (int d = 0; d < RANK; ++d) {
    index<RANK> below, above(last);
    below[d] = -1;
    above[d] += 1;
    if (e.contains(below) || e.contains(above)) bad |= 8 << d;
  }"""


def comparisons(rank: int) -> str:
    lines = ["  const extent<RANK> same(sizes);", "  if (!(e == same) || e != same) bad |= 1;"]
    for d in range(rank):
        lines += [
            f"  extent<RANK> other{d}(e);",
            f"  other{d}[{d}] -= 1;",
            f"  if (e == other{d} || !(e != other{d})) bad |= {2 << d};",
        ]
    return "\n".join(lines)


def with_index(rank: int) -> str:
    return """\
  extent<RANK> sum(e), difference(e), extents(e), rest(e);
  if (&(sum += i) != &sum || &(difference -= i) != &difference) bad |= 1 << 10;
  extents += e;
  rest -= e;
""" + each(
        [
            "(e + i)[d] == e[d] + i[d]",
            "(e - i)[d] == e[d] - i[d]",
            "sum[d] == e[d] + i[d]",
            "difference[d] == e[d] - i[d]",
            "extents[d] == 2 * e[d]",
            "rest[d] == 0",
            "(e + e)[d] == 2 * e[d]",
            "(e - e)[d] == 0",
        ]
    )


def with_int(rank: int) -> str:
    lines = []
    for n, operator in enumerate(OPERATORS):
        lines += [
            f"  extent<RANK> v{n}(e);",
            f"  if (&(v{n} {operator}= 3) != &v{n}) bad |= 1 << {20 + n};",
        ]
    checks = [f"(e {o} 3)[d] == e[d] {o} 3" for o in OPERATORS]
    checks += [f"(100 {o} e)[d] == 100 {o} e[d]" for o in OPERATORS]
    checks += [f"v{n}[d] == e[d] {o} 3" for n, o in enumerate(OPERATORS)]
    return "\n".join([*lines, each(checks)])


def steps(rank: int) -> str:
    return """\
  extent<RANK> up(e), down(e), up_later(e), down_later(e);
  if (&++up != &up || &--down != &down) bad |= 1 << 10;
  if (up_later++ != e || down_later-- != e) bad |= 1 << 11;
""" + each(
        [
            "up[d] == e[d] + 1",
            "down[d] == e[d] - 1",
            "up_later[d] == e[d] + 1",
            "down_later[d] == e[d] - 1",
        ]
    )


GROUPS = {
    "constructors": (constructors, "amp.4.2.constructors, amp.4.2.rank, amp.4.2.subscript"),
    "size": (size, "amp.4.2.size, amp.4.2.contains"),
    "comparisons": (comparisons, "amp.4.2.comparison"),
    "with_index": (with_index, "amp.4.2.arithmetic_index"),
    "with_int": (with_int, "amp.4.2.arithmetic_int, amp.4.2.compound"),
    "steps": (steps, "amp.4.2.increment"),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, (body, rows) in GROUPS.items():
        for rank in (1, 2, 3, 4):
            sizes = ", ".join(str(7 + 4 * d) for d in range(rank))
            offsets = ", ".join(str(2 + d) for d in range(rank))
            text = PROGRAM.format(rows=rows, sizes=sizes, offsets=offsets, body=body(rank))
            yield f"{name}_{rank}", text.replace("RANK", str(rank))
