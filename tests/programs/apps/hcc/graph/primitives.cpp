#include "primitives.hpp"

namespace {

// Scans tiles in dynamic group memory; sums[tile] gets a tile's sum.
void scan_tiles(context& ctx, const unsigned* from, unsigned* to, unsigned* sums, int n) {
  hc::tiled_extent<1> domain = hc::extent<1>(tiles_for(n) * TILE).tile_with_dynamic(TILE, 2 * TILE * sizeof(unsigned));
  hc::parallel_for_each(ctx.av, domain, [=](hc::tiled_index<1> t) [[hc]] {
    unsigned* ping = static_cast<unsigned*>(hc::get_dynamic_group_segment_base_pointer());
    unsigned* pong = ping + TILE;
    const int i = t.global[0], l = t.local[0];
    const unsigned mine = i < n ? from[i] : 0;
    ping[l] = mine;
    t.barrier.wait();
    for (int step = 1; step < TILE; step *= 2) {
      pong[l] = ping[l] + (l >= step ? ping[l - step] : 0);
      t.barrier.wait();
      unsigned* swap = ping;
      ping = pong;
      pong = swap;
    }
    if (i < n) to[i] = ping[l] - mine;
    if (l == TILE - 1) sums[t.tile[0]] = ping[l];
  });
}

}  // namespace

unsigned exclusive_scan(context& ctx, const unsigned* from, unsigned* to, int n) {
  if (n == 0) return 0;
  const int tiles = tiles_for(n);
  buffer<unsigned> sums(ctx.acc, tiles), offsets(ctx.acc, tiles);
  unsigned* const s = sums.get();
  unsigned* const o = offsets.get();
  scan_tiles(ctx, from, to, s, n);
  unsigned total = 0;
  if (tiles > 1) {
    total = exclusive_scan(ctx, s, o, tiles);
    hc::parallel_for_each(ctx.av, tiled(n), [=](hc::tiled_index<1> t) [[hc]] {
      if (t.global[0] < n) to[t.global[0]] += o[t.tile[0]];
    }).wait();
  } else {
    ctx.av.copy(s, &total, sizeof(total));
  }
  return total;
}
