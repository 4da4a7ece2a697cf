"""tiled_extent, tiled_index and tile_barrier of C++ AMP, for ranks 1 to 3."""

from __future__ import annotations

from collections.abc import Iterator

TILES = {1: (4,), 2: (4, 8), 3: (2, 4, 8)}
HEAD = """\
// rows: {rows}
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

"""

EXTENT = """\
static int faults() restrict(amp, cpu) {{
  int bad = 0;
  const extent<RANK> e({sizes});
  const tiled_extent<TILE> a = e.tile<TILE>(), b(e);
  static_assert(tiled_extent<TILE>::rank == RANK, "");
  static_assert({dims}, "");
  if (!(a == b) || a != b || a.size() != e.size() || !(a == e)) bad |= 1;
  if (a.tile_extent != extent<RANK>(TILE) || a.get_tile_extent() != a.tile_extent) bad |= 2;
  tiled_extent<TILE> c;
  if (c == a || c[0] != 0) bad |= 4;
  c = a;
  c[0] += {t0};
  if (c == a || c != (e + index<RANK>({first})).tile<TILE>()) bad |= 8;
  const extent<RANK>& base = a;
  if (!base.contains(index<RANK>())) bad |= 16;
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

PAD = """\
static int faults() restrict(amp, cpu) {{
  int bad = 0;
  for (int more = 0; more < 9; ++more) {{
    const tiled_extent<TILE> t((extent<RANK>({sizes}) + more));
    const tiled_extent<TILE> up = t.pad(), down = t.truncate();
    for (int d = 0; d < RANK; ++d) {{
      const int tile = t.tile_extent[d];
      if (up[d] % tile != 0 || up[d] < t[d] || up[d] - t[d] >= tile) bad |= 1;
      if (down[d] % tile != 0 || down[d] > t[d] || t[d] - down[d] >= tile) bad |= 2;
    }}
  }}
  return bad;
}}

int main() {{
  CHECK(faults() == 0);
  // Every element once, with whole tiles behind the extent cut off in the kernel.
  std::vector<int> counts(({sizes_product}));
  array_view<int, RANK> v({odd}, counts);
  parallel_for_each(v.extent.tile<TILE>().pad(), [=](tiled_index<TILE> t) restrict(amp) {{
    if (v.extent.contains(t.global)) v[t] += faults() + 1;
  }});
  v.synchronize();
  for (unsigned i = 0; i < v.extent.size(); ++i) CHECK(counts[i] == 1);
  return failures();
}}
"""

INDEX = """\
int main() {{
  const extent<RANK> e({sizes});
  std::vector<int> counts(e.size());
  array_view<int, RANK> faults(e, counts);
  parallel_for_each(e.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {{
    static_assert(tiled_index<TILE>::rank == RANK, "");
    int bad = 0;
    for (int d = 0; d < RANK; ++d) {{
      const int tile = t.tile_extent[d];
      if (t.global[d] != t.tile[d] * tile + t.local[d]) bad |= 1;
      if (t.tile_origin[d] != t.tile[d] * tile) bad |= 2;
      if (t.local[d] < 0 || t.local[d] >= tile) bad |= 4;
    }}
    const index<RANK> converted = t;
    if (converted != t.global || t.get_tile_extent() != extent<RANK>(TILE)) bad |= 8;
    const tiled_index<TILE> copy(t), made(t.global, t.local, t.tile, t.tile_origin, t.barrier);
    if (copy.global != made.global || made.tile != t.tile || copy.local != made.local) bad |= 16;
    if (({dims_of_index})) bad |= 32;
    faults[t] += bad * 2 + 1;
  }});
  faults.synchronize();
  for (unsigned i = 0; i < e.size(); ++i) CHECK(counts[i] == 1);
  return failures();
}}
"""

SHARED = """\
// Each tile reverses its part through tile_static memory.
int main() {{
  const extent<RANK> e({sizes});
  std::vector<int> data(e.size());
  for (unsigned i = 0; i < e.size(); ++i) data[i] = int(i);
  array_view<const int, RANK> in(e, data);
  array_view<int, RANK> out(e);
  parallel_for_each(e.tile<TILE>(), [=](tiled_index<TILE> t) restrict(amp) {{
    tile_static int part{brackets};
    part{local} = in[t];
    t.barrier.wait();
    out[t] = part{reverse};
  }});
  std::vector<int> got(e.size());
  copy(out, got.begin());
  for (unsigned i = 0; i < e.size(); ++i) {{
    index<RANK> at;
    unsigned rest = i;
    for (int d = RANK - 1; d >= 0; --d) {{
      at[d] = int(rest) % e[d];
      rest /= unsigned(e[d]);
    }}
    const extent<RANK> tile(TILE);
    index<RANK> from;
    for (int d = 0; d < RANK; ++d) from[d] = at[d] / tile[d] * tile[d] + tile[d] - 1 - at[d] % tile[d];
    CHECK(got[i] == in[from]);
  }}
  return failures();
}}
"""

GROUPS = {
    "extent": (EXTENT, "4.2.tile 4.3.constructors 4.3.tile_extent 4.3.tile_dim 4.3.comparison"),
    "pad": (PAD, "4.3.pad 4.3.truncate 7.tiled"),
    "index": (INDEX, "4.4.constructors 4.4.members 4.4.conversion 4.4.tile_extent 7.tiled"),
    "shared": (SHARED, "4.5.wait 4.4.barrier 7.tiled"),
}


def programs() -> Iterator[tuple[str, str]]:
    for name, (body, rows) in GROUPS.items():
        for rank, tile in TILES.items():
            sizes = [2 * t for t in tile]
            odd = [2 * t + 1 for t in tile]
            text = (HEAD + body).format(
                rows=", ".join(f"amp.{row}" for row in rows.split()),
                sizes=", ".join(map(str, sizes)),
                odd=", ".join(map(str, odd)),
                sizes_product=" * ".join(map(str, odd)),
                t0=tile[0],
                first=", ".join([str(tile[0]), *["0"] * (rank - 1)]),
                dims=" && ".join(f"tiled_extent<TILE>::tile_dim{d} == {t}" for d, t in enumerate(tile)),
                dims_of_index=" || ".join(
                    f"tiled_index<TILE>::tile_dim{d} != {t}" for d, t in enumerate(tile)
                ),
                brackets="".join(f"[{t}]" for t in tile),
                local="".join(f"[t.local[{d}]]" for d in range(rank)),
                reverse="".join(f"[{t - 1} - t.local[{d}]]" for d, t in enumerate(tile)),
            )
            yield f"{name}_{rank}", text.replace("RANK", str(rank)).replace("TILE", ", ".join(map(str, tile)))
