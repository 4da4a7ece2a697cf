// Random kernels, seed 4100010.
// device: opencl
// level: -O0
// Was wrong: a negated number on both sides of a barrier.
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  vec<u8, 3> w1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& w1 = I.w1;
void run(const Launch& L, void* const* B) {
  const i8 p0 = parameter<i8>(L.seed, 0);
  const f16 p1 = parameter<f16>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  f32* at0 = static_cast<f32*>(B[0]);
  u64* sum = static_cast<u64*>(B[1]);
  static Where wheres[64];
  static Item items[64];
  int count = 0;
  const auto each = [&](const auto& work) {
    for (int i = 0; i < count; ++i) work(wheres[i], items[i]);
  };
  for (i32 t0 = 0; t0 < (L.extent[0] + L.tile[0] - 1) / L.tile[0]; ++t0) {
    for (i32 t1 = 0; t1 < tiles1; ++t1) {
      for (i32 t2 = 0; t2 < tiles2; ++t2) {
        count = work_items(L, {t0, t1, t2}, wheres);
        for (int i = 0; i < count; ++i) items[i] = Item();
        const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
        static_cast<void>(tid);
        [&] {
          each([&](const Where& W, Item& I) {
            ITEM
            w1 = vec<u8, 3>(conv<u8>(lid * 31 + -8));
          });
          {
            const i32 nuni3 = (t2 & 3) + 1;
            i32 uni3 = nuni3 + 1;
            do {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  {
                    const f32 given = (f32)((i32)conv<i32>(w1.z) & 15);
                    hc::atomic_fetch_sub(&at0[0], given);
                  }
                }
              });
            } while (--uni3 > 0);
          }
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 h = 1;
              h = mix(h, w1.x); h = mix(h, w1.y); h = mix(h, w1.z);
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
  const i8 p0 = parameter<i8>(L.seed, 0);
  const f16 p1 = parameter<f16>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<f32, 1> at0(1, static_cast<f32*>(B[0]));
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[1]));
  hc::parallel_for_each(hc::extent<2>(L.extent[0], e1).tile(L.tile[0], n1), [=](hc::tiled_index<2> t) [[hc]] {
    const i32 g0 = t.global[0];
    const i32 g1 = t.global[1];
    const i32 g2 = 0;
    const i32 l0 = t.local[0];
    const i32 l1 = t.local[1];
    const i32 l2 = 0;
    const i32 t0 = t.tile[0];
    const i32 t1 = t.tile[1];
    const i32 t2 = 0;
    const i32 gid = (g0 * e1 + g1) * e2 + g2, lid = (l0 * n1 + l1) * n2 + l2;
    const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
    vec<u8, 3> w1;
    w1 = vec<u8, 3>(conv<u8>(lid * 31 + -8));
    {
      const i32 nuni3 = (t2 & 3) + 1;
      i32 uni3 = nuni3 + 1;
      do {
        {
          {
            const f32 given = (f32)((i32)conv<i32>(w1.z) & 15);
            hc::atomic_fetch_sub(&at0[0], given);
          }
        }
        t.barrier.wait();
      } while (--uni3 > 0);
    }
    {
      u64 h = 1;
      h = mix(h, w1.x); h = mix(h, w1.y); h = mix(h, w1.z);
      sum[gid] = h;
    }
  }).wait();
  at0.synchronize();
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
           {{"at0", Cell::f32, Fill::small, 1, 0}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{8, 4, 1}, {8, 4, 1}, 137566607}}},
      },
      argc, argv);
}
#endif
