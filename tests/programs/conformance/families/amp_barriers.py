"""The waits of tile_barrier and the fences of C++ AMP, with tile_static and with global memory."""

from __future__ import annotations

from collections.abc import Iterator

WAIT = """\
// rows: amp.4.5.{name}, amp.8.{name}
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// The tile's sum, a step of the tree between two waits.
int main() {{
  std::vector<int> data(512);
  for (int i = 0; i < 512; ++i) data[i] = i;
  array_view<int, 1> in(512, data), sums(8);
  parallel_for_each(in.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {{
    {storage}
    {begin}
    t.barrier.{name}();
    for (int width = 32; width > 0; width /= 2) {{
      if (t.local[0] < width) {place}[{at}] += {place}[{at} + width];
      t.barrier.{name}();
    }}
    if (t.local[0] == 0) sums[t.tile] = {place}[{at}];
  }});
  for (int tile = 0; tile < 8; ++tile) CHECK(sums[tile] == 64 * (tile * 64) + 2016);
  return failures();
}}
"""

FENCE = """\
// rows: amp.8.{name}
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

// What was written before a fence is not overtaken by what is written behind it.
int main() {{
  array_view<int, 1> out(64);
  array<int, 1> values(64), flags(64);
  parallel_for_each(out.extent.tile<16>(), [=, &values, &flags](tiled_index<16> t) restrict(amp) {{
    tile_static int shared_values[16], shared_flags[16];
    const int i = t.local[0];
    shared_values[i] = t.global[0];
    values[t] = t.global[0];
    {name}(t.barrier);
    shared_flags[i] = 1;
    flags[t] = 1;
    t.barrier.wait();
    const int other = 15 - i;
    const index<1> there = t.tile_origin + other;
    out[t] = shared_flags[other] * shared_values[other] + flags[there] * values[there];
  }});
  for (int i = 0; i < 64; ++i) CHECK(out[i] == 2 * (i / 16 * 16 + 15 - i % 16));
  return failures();
}}
"""

WAITS = {
    "wait": ("tile_static int part[64];", "part[t.local[0]] = in[t];", "part", "t.local[0]"),
    "wait_with_all_memory_fence": (
        "tile_static int part[64];",
        "part[t.local[0]] = in[t];",
        "part",
        "t.local[0]",
    ),
    "wait_with_tile_static_memory_fence": (
        "tile_static int part[64];",
        "part[t.local[0]] = in[t];",
        "part",
        "t.local[0]",
    ),
    "wait_with_global_memory_fence": ("", "", "in", "t.global[0]"),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, (storage, begin, place, at) in WAITS.items():
        text = WAIT.format(name=name, storage=storage, begin=begin, place=place, at=at)
        yield name, text.replace("    \n", "")
    for name in ("all_memory_fence", "global_memory_fence", "tile_static_memory_fence"):
        yield name, FENCE.format(name=name)
