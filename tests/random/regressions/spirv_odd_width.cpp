// Random kernels, seed 600013.
// device: opencl
// level: -O0
// The loop runs (x & 3) + 1 times: the code generator made x & 3 an integer of two bits, then of eight.
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  char none;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid;
void run(const Launch& L, void* const* B) {
  const u32 p0 = parameter<u32>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i16 p3 = parameter<i16>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u32* out0 = static_cast<u32*>(B[0]);
  u64* sum = static_cast<u64*>(B[1]);
  std::vector<Where> wheres;
  std::vector<Item> items;
  static u16 ts0[48];
  const auto each = [&](const auto& work) {
    for (std::size_t i = 0; i < wheres.size(); ++i) work(wheres[i], items[i]);
  };
  for (i32 t0 = 0; t0 < (L.extent[0] + L.tile[0] - 1) / L.tile[0]; ++t0) {
    for (i32 t1 = 0; t1 < tiles1; ++t1) {
      for (i32 t2 = 0; t2 < tiles2; ++t2) {
        wheres.clear();
        for (i32 l0 = 0; l0 < L.tile[0]; ++l0) {
          for (i32 l1 = 0; l1 < n1; ++l1) {
            for (i32 l2 = 0; l2 < n2; ++l2) {
              const i32 g0 = t0 * L.tile[0] + l0, g1 = t1 * n1 + l1, g2 = t2 * n2 + l2;
              if (g0 >= L.extent[0] || g1 >= e1 || g2 >= e2) continue;
              const i32 gid = (g0 * e1 + g1) * e2 + g2, lid = (l0 * n1 + l1) * n2 + l2;
              const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
              wheres.push_back({g0, g1, g2, l0, l1, l2, t0, t1, t2, gid, lid, tid});
            }
          }
        }
        items.assign(wheres.size(), Item());
        const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
        static_cast<void>(tid);
        [&] {
          each([&](const Where& W, Item& I) {
            ITEM
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 48, i = lid; i < total; i += tn) ts0[i] = conv<u16>(i * 77 - 0);
          });
          {
            const i32 nuni1 = (conv<i32>(ts0[(p0) % 48u]) & 3) + 1;
            for (i32 uni1 = nuni1; uni1 > 0; --uni1) {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  out0[gid * 8 + (i32)(((u32)1) % 8)] = (u32)(p0 * out0[gid * 8 + (i32)((p0) % 8)]);
                }
              });
              each([&](const Where& W, Item& I) {
                ITEM
                {
                }
              });
            }
          }
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 h = 1;
              sum[gid] = h;
            }
          });
        }();
      }
    }
  }
}
#undef ITEM
}

#else
void k0(const Launch& L, void* const* B) {
  const u32 p0 = parameter<u32>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i16 p3 = parameter<i16>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<u32, 1> out0(8 * items, static_cast<u32*>(B[0]));
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[1]));
  hc::parallel_for_each(hc::extent<1>(L.extent[0]).tile(L.tile[0]), [=](hc::tiled_index<1> t) [[hc]] {
    const i32 g0 = t.global[0];
    const i32 g1 = 0;
    const i32 g2 = 0;
    const i32 l0 = t.local[0];
    const i32 l1 = 0;
    const i32 l2 = 0;
    const i32 t0 = t.tile[0];
    const i32 t1 = 0;
    const i32 t2 = 0;
    const i32 gid = (g0 * e1 + g1) * e2 + g2, lid = (l0 * n1 + l1) * n2 + l2;
    const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
    tile_static u16 ts0[48];
    for (i32 total = 48, i = lid; i < total; i += tn) ts0[i] = conv<u16>(i * 77 - 0);
    t.barrier.wait();
    {
      const i32 nuni1 = (conv<i32>(ts0[(p0) % 48u]) & 3) + 1;
      t.barrier.wait();
      for (i32 uni1 = nuni1; uni1 > 0; --uni1) {
        {
          out0[gid * 8 + (i32)(((u32)1) % 8)] = (u32)(p0 * out0[gid * 8 + (i32)((p0) % 8)]);
        }
        t.barrier.wait_with_tile_static_memory_fence();
        {
        }
        t.barrier.wait_with_all_memory_fence();
      }
    }
    {
      u64 h = 1;
      sum[gid] = h;
    }
  }).wait();
  out0.synchronize();
  sum.synchronize();
}

#endif
}  // namespace RANDOM_PART

#ifdef RANDOM_REFERENCE
void k0_reference(const Launch& L, void* const* B) { RANDOM_PART::k0_items::run(L, B); }
#endif

#ifndef RANDOM_REFERENCE
#include "check.hpp"
void k0_reference(const Launch&, void* const*);
int main(int argc, char** argv) {
  return check(
      {
          {"k0", kernel_part::k0, k0_reference,
           {{"out0", Cell::u32, Fill::own, 0, 8}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{32, 1, 1}, {16, 1, 1}, 361566190}}},
      },
      argc, argv);
}
#endif
