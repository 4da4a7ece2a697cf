// Random kernels, seed 771100000.
// device: host
// level: -O0
// Was: launch 0 throws: no image for this device: kernel 'kernel_part::k0::lambda at unit77110000
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  f64 v0;
  u16 v1;
  u16 v2;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1; auto& v2 = I.v2;
void run(const Launch& L, void* const* B) {
  const f32 p0 = parameter<f32>(L.seed, 0);
  const i16 p1 = parameter<i16>(L.seed, 1);
  const f16 p2 = parameter<f16>(L.seed, 2);
  const i32 p3 = parameter<i32>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u64* sum = static_cast<u64*>(B[0]);
  static Where wheres[16];
  static Item items[16];
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
            v0 = conv<f64>(gid * 28 + 0);
            v1 = conv<u16>(g0 * 42 + 5);
            v2 = conv<u16>(tid * 1 + 7);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 h = 1;
              h = mix(h, v0);
              h = mix(h, v1);
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
  const f32 p0 = parameter<f32>(L.seed, 0);
  const i16 p1 = parameter<i16>(L.seed, 1);
  const f16 p2 = parameter<f16>(L.seed, 2);
  const i32 p3 = parameter<i32>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  hc::array_view<u64, 1> sum(1 * all_items, static_cast<u64*>(B[0]));
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
    f64 v0;
    v0 = conv<f64>(gid * 28 + 0);
    u16 v1;
    v1 = conv<u16>(g0 * 42 + 5);
    u16 v2;
    v2 = conv<u16>(tid * 1 + 7);
    {
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v1);
      h = mix(h, v2);
      sum[gid] = h;
    }
  });
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
           {{"sum", Cell::u64, Fill::own, long(0), long(1)}},
           {{{3, 1, 1}, {3, 1, 1}, 121589842}}},
      },
      argc, argv);
}
#endif
