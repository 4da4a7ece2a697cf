"""copy and copy_async of C++ AMP between arrays, views, sections and sequences, for ranks 1 to 4."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

PROGRAM = """\
// rows: {rows}
#include <amp.h>

#include <deque>
#include <list>
#include <vector>

#include "check.hpp"

using namespace concurrency;

static const int sizes[] = {{{sizes}}};
static const extent<RANK> whole(sizes);
static const int count = {count};

static std::vector<int> numbers(int first) {{
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = first + i;
  return values;
}}

static bool holds(const array<int, RANK>& a, int first) {{
  std::vector<int> got(count);
  copy(a, got.begin());
  return got == numbers(first);
}}

int main() {{
  std::vector<int> data = numbers(0), others = numbers(1000);
{body}
  return failures();
}}
"""

ARRAYS = """\
  array<int, RANK> a(whole, data.begin()), b(whole), far(whole, accelerator(L"host").create_view());
  copy(a, b);
  CHECK(holds(b, 0));
  copy(array<int, RANK>(whole, others.begin()), far);
  copy(far, a);
  CHECK(holds(a, 1000));
  completion_future done = copy_async(b, far);
  CHECK(done.valid());
  done.wait();
  CHECK(holds(far, 0));
  const array<int, RANK>& constant = a;
  copy_async(constant, b).get();
  CHECK(holds(b, 1000));"""

VIEWS = """\
  array_view<int, RANK> v(whole, data), w(whole, others);
  array_view<const int, RANK> constant(v);
  array<int, RANK> a(whole);
  copy(v, a);
  CHECK(holds(a, 0));
  copy(w, a);
  copy(constant, w);
  CHECK(w[last] == count - 1);
  copy_async(a, v).wait();
  CHECK(v[index<RANK>()] == 1000 && v[last] == 1000 + count - 1);
  v.synchronize();
  CHECK(data[count - 1] == 1000 + count - 1);
  copy_async(constant, a).get();
  copy_async(v, w).get();
  CHECK(holds(a, 1000) && w[last] == v[last]);"""

SEQUENCES = """\
  const std::list<int> list(others.begin(), others.end());
  std::deque<int> deque(count);
  std::vector<long> longs(count);
  array<int, RANK> a(whole);
  array_view<int, RANK> v(whole);
  copy(list.begin(), list.end(), a);
  CHECK(holds(a, 1000));
  copy(data.begin(), v);
  copy(v, deque.begin());
  CHECK(deque[count - 1] == count - 1);
  copy(a, longs.data());
  CHECK(longs[count - 1] == 1000 + count - 1);
  copy(longs.begin(), longs.end(), v);
  CHECK(v[last] == 1000 + count - 1);
  copy_async(data.begin(), data.end(), a).wait();
  CHECK(holds(a, 0));
  copy_async(others.data(), a).wait();
  completion_future done = copy_async(a, data.begin());
  done.get();
  CHECK(data == others);
  copy_async(list.begin(), list.end(), v).get();
  copy_async(v, deque.begin()).get();
  CHECK(deque[0] == 1000);"""

SECTIONS = """\
  // The inner box, without the outermost elements of each dimension.
  const index<RANK> one = index<RANK>() + 1;
  const extent<RANK> inner = whole - 2;
  array<int, RANK> a(whole, data.begin()), b(whole, others.begin()), small(inner);
  copy(a.section(one, inner), b.section(one, inner));
  copy(a.section(one, inner), small);
  std::vector<int> got = b, dense = small;
  int inside = 0;
  for (int i = 0; i < count; ++i) {
    if (got[i] == i) CHECK(dense[inside++] == i);
    CHECK(got[i] == i || got[i] == 1000 + i);
  }
  CHECK(inside == int(inner.size()));
  array_view<int, RANK> v(whole, data);
  parallel_for_each(inner, [&small](index<RANK> i) restrict(amp) { small[i] = -1; });
  copy(small, v.section(one, inner));
  v.synchronize();
  int changed = 0;
  for (int value : data) changed += value == -1;
  CHECK(changed == int(inner.size()) && data[0] == 0 && data[count - 1] == count - 1);
  std::vector<int> out(inner.size());
  copy(v.section(one, inner), out.begin());
  CHECK(out[0] == -1 && out.back() == -1);
  out.back() = 5;
  copy(out.begin(), out.end(), v.section(one, inner));
  CHECK(v[index<RANK>(last) - 1] == 5 && v[last] == count - 1);"""

GROUPS = {
    "arrays": (ARRAYS, "amp.5.3.array_to_array, amp.5.3.copy_async"),
    "views": (VIEWS, "amp.5.3.view_to_view, amp.5.3.view_to_array, amp.5.3.array_to_view"),
    "sequences": (SEQUENCES, "amp.5.3.from_iterators, amp.5.3.to_iterator, amp.5.3.copy_async"),
    "sections": (SECTIONS, "amp.5.3.sections"),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, (body, rows) in GROUPS.items():
        for rank in (1, 2, 3, 4):
            sizes = [4 + d for d in range(rank)]
            last = "  int corner[RANK];\n  for (int d = 0; d < RANK; ++d) corner[d] = sizes[d] - 1;\n"
            last += "  const index<RANK> last(corner);\n"
            text = PROGRAM.format(
                rows=rows,
                sizes=", ".join(map(str, sizes)),
                count=prod(sizes),
                body=(last if "last" in body else "") + body,
            )
            yield f"{name}_{rank}", text.replace("RANK", str(rank))
