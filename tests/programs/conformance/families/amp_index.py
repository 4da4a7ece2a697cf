"""index<N> of C++ AMP: each group of members, for ranks 1 to 5, on the host and in a kernel."""

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
  const int a_values[] = {{{a}}}, b_values[] = {{{b}}};
  const index<RANK> a(a_values), b(b_values);
{body}
  return bad;
}}

int main() {{
  CHECK(faults() == 0);
  array_view<int, 1> seen(1);
  parallel_for_each(seen.extent, [=](index<1> i) restrict(amp) {{ seen[i] = faults(); }});
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
    ints = ", ".join(f"a_values[{d}]" for d in range(rank)) if rank <= 3 else "a_values"
    return f"""\
  static_assert(index<RANK>::rank == RANK, "");
  static_assert(sizeof(index<RANK>) == RANK * sizeof(index<RANK>::value_type), "");
  index<RANK> zero, copy(a), assigned, changed(b);
  assigned = b;
  const index<RANK> from_ints({ints});
  for (int d = 0; d < RANK; ++d) changed[d] = a[d] + 1;
""" + each(
        [
            "zero[d] == 0",
            "copy[d] == a_values[d]",
            "assigned[d] == b_values[d]",
            "changed[d] == a_values[d] + 1",
            "from_ints[d] == a_values[d]",
        ]
    )


def comparisons(rank: int) -> str:
    lines = ["  if (!(a == a) || a != a || a == b || !(a != b)) bad |= 1;"]
    for d in range(rank):
        lines += [
            f"  index<RANK> other{d}(a);",
            f"  other{d}[{d}] += 1;",
            f"  if (a == other{d} || !(a != other{d})) bad |= {2 << d};",
        ]
    return "\n".join(lines)


def with_index(rank: int) -> str:
    return """\
  index<RANK> sum(a), difference(a);
  index<RANK>& same = (sum += b);
  difference -= b;
  if (&same != &sum) bad |= 1 << 10;
""" + each(
        [
            "(a + b)[d] == a[d] + b[d]",
            "(a - b)[d] == a[d] - b[d]",
            "sum[d] == a[d] + b[d]",
            "difference[d] == a[d] - b[d]",
        ]
    )


def with_int(rank: int) -> str:
    left = [f"(a {o} 3)[d] == a[d] {o} 3" for o in OPERATORS]
    return each(left + [f"(100 {o} a)[d] == 100 {o} a[d]" for o in OPERATORS])


def compound(rank: int) -> str:
    lines = []
    for n, operator in enumerate(OPERATORS):
        lines += [
            f"  index<RANK> v{n}(a);",
            f"  if (&(v{n} {operator}= 4) != &v{n}) bad |= 1 << {10 + n};",
        ]
    checks = [f"v{n}[d] == a[d] {o} 4" for n, o in enumerate(OPERATORS)]
    return "\n".join([*lines, each(checks)])


def steps(rank: int) -> str:
    return """\
  index<RANK> up(a), down(a), up_later(a), down_later(a);
  if (&++up != &up || &--down != &down) bad |= 1 << 10;
  const index<RANK> before_up = up_later++, before_down = down_later--;
  if (before_up != a || before_down != a) bad |= 1 << 11;
""" + each(
        [
            "up[d] == a[d] + 1",
            "down[d] == a[d] - 1",
            "up_later[d] == a[d] + 1",
            "down_later[d] == a[d] - 1",
        ]
    )


GROUPS = {
    "constructors": (constructors, "amp.4.1.constructors, amp.4.1.rank, amp.4.1.subscript"),
    "comparisons": (comparisons, "amp.4.1.comparison"),
    "with_index": (with_index, "amp.4.1.arithmetic_index"),
    "with_int": (with_int, "amp.4.1.arithmetic_int"),
    "compound": (compound, "amp.4.1.compound"),
    "steps": (steps, "amp.4.1.increment"),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, (body, rows) in GROUPS.items():
        for rank in (1, 2, 3, 5):
            a = ", ".join(str(17 + 6 * d) for d in range(rank))
            b = ", ".join(str(5 - 3 * d) for d in range(rank))
            text = PROGRAM.format(rows=rows, a=a, b=b, body=body(rank))
            yield f"{name}_{rank}", text.replace("RANK", str(rank))
