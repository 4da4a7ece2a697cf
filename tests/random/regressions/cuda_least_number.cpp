// Random kernels, seed 8800022.
// device: cuda
// level: -O2
// ptxas 13.0 took the negation of a short for one that never overflows.
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  f32 v0;
  i16 v1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1;
void run(const Launch& L, void* const* B) {
  const u8 p0 = parameter<u8>(L.seed, 0);
  const i8 p1 = parameter<i8>(L.seed, 1);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  i32* in0 = static_cast<i32*>(B[0]);
  u64* sum = static_cast<u64*>(B[1]);
  static Where wheres[1];
  static Item items[1];
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
            v0 = conv<f32>(g0 * 5 + -4);
            v1 = conv<i16>(gid * 42 + 3);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              v1 = (i16)(-conv<i16>(conv<f32>(in0[gid & 15])));
              u64 h = 1;
              h = mix(h, v0);
              h = mix(h, v1);
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
  const u8 p0 = parameter<u8>(L.seed, 0);
  const i8 p1 = parameter<i8>(L.seed, 1);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<const i32, 1> in0(16, static_cast<i32*>(B[0]));
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[1]));
  hc::parallel_for_each(hc::extent<1>(L.extent[0]), [=](hc::index<1> t) [[hc]] {
    const i32 g0 = t[0];
    const i32 g1 = 0;
    const i32 g2 = 0;
    const i32 l0 = 0;
    const i32 l1 = 0;
    const i32 l2 = 0;
    const i32 t0 = t[0];
    const i32 t1 = 0;
    const i32 t2 = 0;
    const i32 gid = (g0 * e1 + g1) * e2 + g2, lid = (l0 * n1 + l1) * n2 + l2;
    const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
    f32 v0;
    v0 = conv<f32>(g0 * 5 + -4);
    i16 v1;
    v1 = conv<i16>(gid * 42 + 3);
    {
      v1 = (i16)(-conv<i16>(conv<f32>(in0[gid & 15])));
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v1);
      sum[gid] = h;
    }
  }).wait();
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
           {{"in0", Cell::i32, Fill::any, 16, 0}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{73, 1, 1}, {1, 1, 1}, 644581678}}},
      },
      argc, argv);
}
#endif
