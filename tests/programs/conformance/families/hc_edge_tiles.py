"""Tiles at the edge of an extent that they do not divide: their size, as kernels see it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

# (extent, tile) in each dimension
_SHAPES = {
    1: [((37,), (8,)), ((9,), (8,)), ((1000,), (256,)), ((64,), (16,))],
    2: [((7, 21), (2, 8)), ((9, 17), (8, 4)), ((5, 300), (1, 128)), ((8, 8), (4, 4))],
    3: [((3, 5, 18), (2, 3, 4)), ((7, 1, 9), (4, 1, 8)), ((2, 3, 40), (2, 2, 32)), ((5, 6, 9), (4, 4, 8))],
}
_READS = {
    "index": "t.tile_dim[d]",
    "functions": "static_cast<int>(hc_get_group_size(N - 1 - d))",
    "amp_functions": "static_cast<int>(amp_get_local_size(N - 1 - d))",
}
_TEXT = """// rows: hc.tiled_index, hc.workitem.hc, hc.parallel_for_each.tiled
#include <hc.hpp>

#include "check.hpp"

// Each work-item adds what it sees of its tile; a work-item of each tile counts those that are there.
int main() {
  constexpr int N = @RANK@;
  const int sizes[N] = {@EXTENT@};
  const int tiles[N] = {@TILE@};
  const hc::extent<N> e(sizes);
  hc::array_view<int, N> seen(e), there(e);
  hc::parallel_for_each(e.tile(@TILE@), [=](hc::tiled_index<N> t) [[hc]] {
    tile_static int count;
    bool first = true;
    for (int d = 0; d < N; ++d) first = first && t.local[d] == 0;
    if (first) count = 0;
    t.barrier.wait();
    hc::atomic_fetch_add(&count, 1);
    t.barrier.wait();
    int size = 0;
    for (int d = 0; d < N; ++d) size = size * 1000 + @READ@;
    seen[t.global] = size;
    there[t.global] = count;
  }).wait();
  for (int n = 0; n < static_cast<int>(e.size()); ++n) {
    hc::index<N> i;
    int size = 0, count = 1;
    for (int d = N - 1, rest = n; d >= 0; rest /= sizes[d--]) i[d] = rest % sizes[d];
    for (int d = 0; d < N; ++d) {
      const int left = sizes[d] - i[d] / tiles[d] * tiles[d];
      size = size * 1000 + (left < tiles[d] ? left : tiles[d]);
      count *= left < tiles[d] ? left : tiles[d];
    }
    CHECK(seen[i] == size);
    CHECK(there[i] == count);
  }
  return failures();
}
"""


def programs() -> Iterator[tuple[str, str]]:
    for (rank, shapes), (name, read) in product(_SHAPES.items(), _READS.items()):
        for number, (extent, tile) in enumerate(shapes):
            text = _TEXT.replace("@RANK@", str(rank)).replace("@READ@", read)
            text = text.replace("@EXTENT@", ", ".join(map(str, extent)))
            yield f"{name}_{rank}_{number}", text.replace("@TILE@", ", ".join(map(str, tile)))
