"""Loops of one work-item over arrays of its own and others, whose turns depend on each other.

For launches of all sizes: what makes vectors of work-items leaves some over, and may make vectors of their
loops.
"""

from __future__ import annotations

from collections.abc import Iterator

TEXT = """// rows: hc.language.kernel_forms
// flags: -fwrapv -ffp-contract=off
#include <hc.hpp>
#include "check.hpp"

#include <vector>

using value = @TYPE@;
const int N = 64;

struct Out {
  value a[N], other;
  int place;
};

static void start(value* a, int id, const value* w) [[cpu, hc]] {
  for (int i = 0; i < N; ++i) a[i] = value(w[i] + value(i * 5 % 31) + value(id));
}

@FUNCTIONS@
template <class Loop>
static void test(Loop loop, const char* name) {
  std::vector<value> numbers(2 * N);
  for (int i = 0; i < 2 * N; ++i) numbers[i] = value((i * 37 ^ 0x1a) % 53);
  for (int count : {1, 7, 16, 40, 100}) {
    std::vector<value> a(N * count), other(count);
    std::vector<int> place(count);
    hc::array_view<const value, 1> w(2 * N, numbers);
    hc::array_view<value, 2> as(count, N, a);
    hc::array_view<value, 1> others(count, other);
    hc::array_view<int, 1> places(count, place);
    const int arg = 3;
    hc::parallel_for_each(hc::extent<1>(count), [=](hc::index<1> id) [[hc]] {
      Out out;
      start(out.a, id[0], &w[0]);
      out.other = w[id[0] & 31];
      out.place = arg;
      loop(out, arg, &w[0]);
      for (int i = 0; i < N; ++i) as(id[0], i) = out.a[i];
      others[id] = out.other;
      places[id] = out.place;
    });
    as.synchronize(), others.synchronize(), places.synchronize();
    int wrong = 0;
    for (int id = 0; id < count; ++id) {
      Out out;
      start(out.a, id, numbers.data());
      out.other = numbers[id & 31];
      out.place = arg;
      loop(out, arg, numbers.data());
      for (int i = 0; i < N; ++i) wrong += a[id * N + i] != out.a[i];
      wrong += other[id] != out.other || place[id] != out.place;
    }
    if (wrong) std::printf("%s, %d work-items: %d wrong\\n", name, count, wrong);
    CHECK(wrong == 0);
  }
}

int main() {
@CALLS@  return failures();
}
"""
FUNCTION = """struct L@NUMBER@ {
  void operator()(Out& out, int arg, const value* w) const [[cpu, hc]] {
    value* a = out.a;
    (void)a, (void)arg, (void)w;
    @LOOP@
  }
};

"""

GROUPS = {
    "behind": (
        "for (int i = 2; i < N; ++i) a[i] = value(a[i - 2] * 3 + w[i]);",
        "for (int i = 1; i < N; ++i) a[i] = value(a[i - 1] + a[i]);",
        "for (int i = N - 5; i >= 0; --i) a[i] = value(a[i + 4] + w[i]);",
        "for (int i = 4; i < N; ++i) a[i] = value(a[i - arg] + w[i]);",
    ),
    "ahead": (
        "for (int i = 0; i < N - 4; ++i) a[i] = value(a[i + 4] * 3 + w[i]);",
        "for (int i = 0; i < N - 1; ++i) a[i] = value(a[i + 1] + a[i]);",
        "for (int i = N - 1; i >= 3; --i) a[i] = value(a[i - 3] + w[i]);",
        "for (int i = 0; i < N - 4; ++i) a[i] = value(a[i + arg] + w[i]);",
    ),
    "exchanged": (
        "for (int i = 0; i < N; ++i) { value t = a[i]; a[i] = a[(i + 4) % N]; a[(i + 4) % N] = t; }",
        "for (int i = 0; i < N; ++i) { int k = (i * 7 + arg) % N; value t = a[i]; a[i] = a[k]; a[k] = t; }",
        "for (int i = 0; i < N / 2; ++i) { value t = a[i]; a[i] = a[N - 1 - i]; a[N - 1 - i] = t; }",
        "for (int i = 0; i < N - 2; ++i) { a[i + 2] = value(w[i] * arg); a[i] = value(a[i] + arg); }",
    ),
    "folded": (
        "for (int i = 0; i < N; ++i) out.other = value(out.other + a[i]);",
        "for (int i = 0; i < N; ++i) if (a[i] > out.other) { out.other = a[i]; out.place = i; }",
        "for (int i = 0; i < N; ++i) { out.place = out.place * 5 + int(a[i]); if (out.place & 1) continue;"
        " a[i] = w[i]; }",
        "value last = w[0], now = w[1]; for (int i = 0; i < N; ++i) { value next = value(now + last);"
        " last = now; now = next > value(99) ? value(1) : next; a[i] = last; } out.other = now;",
    ),
    "chosen": (
        "for (int i = 0; i < N; ++i) if (w[i] > value(20)) a[i] = value(a[(i + 1) % N] + w[i]);",
        "int k = 0; for (int i = 0; i < N; ++i) if (w[i] > value(20)) a[k++] = a[i]; out.place = k;",
        "for (int i = 0; i < N; ++i) a[int(w[i]) % N] = value(a[int(w[i]) % N] + value(i));",
        "for (int i = 0; i < N; ++i) { a[i] = value(a[i] + w[i]);"
        " if (a[i] > value(90)) { out.place = i; break; } }",
    ),
}
TYPES = ("signed char", "short", "int", "long", "float", "double")


def programs() -> Iterator[tuple[str, str]]:
    for type_ in TYPES:
        for group, loops in GROUPS.items():
            functions = "".join(
                FUNCTION.replace("@NUMBER@", str(n)).replace("@LOOP@", loop) for n, loop in enumerate(loops)
            )
            calls = "".join(f'  test(L{n}(), "{n}");\n' for n in range(len(loops)))
            text = TEXT.replace("@TYPE@", type_).replace("@FUNCTIONS@", functions).replace("@CALLS@", calls)
            yield f"{group}_{type_.replace(' ', '_')}", text
