// Random kernels, seed 8800015.
// device: cuda
// level: -O2
// ptxas made 0 of -0 in a choice between it and 1.
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  u32 v0;
  f32 v2;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v2 = I.v2;
void run(const Launch& L, void* const* B) {
  const i32 p0 = parameter<i32>(L.seed, 0);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  f32* out1 = static_cast<f32*>(B[0]);
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
            v0 = conv<u32>(tid * 78 + -8);
            v2 = conv<f32>(gid * 53 + -7);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              v2 *= sign_of<f32>(v2, sign_of<f32>(out1[gid * 3 + (i32)((v0) % 3)], (f32)(-0.00044965f)));
              u64 h = 1;
              h = mix(h, v0);
              h = mix(h, v2);
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
  const i32 p0 = parameter<i32>(L.seed, 0);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<f32, 1> out1(3 * items, static_cast<f32*>(B[0]));
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
    u32 v0;
    v0 = conv<u32>(tid * 78 + -8);
    f32 v2;
    v2 = conv<f32>(gid * 53 + -7);
    {
      v2 *= sign_of<f32>(v2, sign_of<f32>(out1[gid * 3 + (i32)((v0) % 3)], (f32)(-0.00044965f)));
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v2);
      sum[gid] = h;
    }
  }).wait();
  out1.synchronize();
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
           {{"out1", Cell::f32, Fill::own, 0, 3}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{1, 1, 1}, {1, 1, 1}, 708466336}}},
      },
      argc, argv);
}
#endif
