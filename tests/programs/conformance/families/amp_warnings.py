"""hcc's own warnings in C++ AMP, whose rules refuse what most of them are about, and a twin beside each."""

from __future__ import annotations

from collections.abc import Iterator

CASES = {
    "tile-static-without-tiles": (
        "parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {\n    tile_static int s;@\n    s = 1;\n"
        "    v[i] = s;\n  });",
        "parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {\n"
        "    tile_static int s;\n    s = 1;\n    t.barrier.wait();\n    v[t.global] = s;\n  });",
    ),
    "missing-barrier": (
        "parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {\n"
        "    tile_static int s[4];\n    s[t.local[0]] = 1;\n    v[t] = s[t.local[0] + 1 & 3];@\n  });",
        "parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {\n"
        "    tile_static int s[4];\n    s[t.local[0]] = 1;\n"
        "    t.barrier.wait_with_tile_static_memory_fence();\n"
        "    v[t] = s[t.local[0] + 1 & 3];\n  });",
    ),
    "dangling-view": (
        "{\n    array_view<int> w(v);\n    copy_async(v, w).then([&] { w[0] = 1; });@\n  }",
        "{\n    array_view<int> w(v);\n    copy_async(v, w).then([&] { w[0] = 1; }).wait();\n  }",
    ),
}
TEXT = """// rows: amp.warnings
#include <amp.h>

using namespace concurrency;

void run(array_view<int> v) {
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
  @BODY@
}

int main(int count, char**) {
  array_view<int> v(4);
  if (count > 9) run(v);
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for flag, (wrong, right) in CASES.items():
        yield flag, TEXT.replace("@BODY@", wrong.replace("@", f"  // expected-warning {{{{[-W{flag}]}}}}"))
        yield f"{flag}_right", TEXT.replace("@BODY@", right)
