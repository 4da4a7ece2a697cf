// Random kernels, seed 5.
// device: opencl
// level: -O2
// Intel's compiler lets the short v1 grow without wrapping, where a function that is not inlined waits.
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  i32 v0;
  i16 v1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1;
void run(const Launch& L, void* const* B) {
  const u64 p0 = parameter<u64>(L.seed, 0);
  const u64 p1 = parameter<u64>(L.seed, 1);
  const u64 p2 = parameter<u64>(L.seed, 2);
  const f64 p3 = parameter<f64>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u64* sum = static_cast<u64*>(B[0]);
  static Where wheres[128];
  static Item items[128];
  int count = 0;
  static vec<f32, 2> ts0[128];
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
            v0 = conv<i32>(g0 * 77 + 7);
            v1 = conv<i16>(gid * 99 + 4);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 128, i = lid; i < total; i += tn) ts0[i] = vec<f32, 2>(conv<f32>(i * 3));
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
            }
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              v1 ^= (i16)(~high_product<i16>(v1, v1));
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
  const u64 p0 = parameter<u64>(L.seed, 0);
  const u64 p1 = parameter<u64>(L.seed, 1);
  const u64 p2 = parameter<u64>(L.seed, 2);
  const f64 p3 = parameter<f64>(L.seed, 3);
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
    tile_static vec<f32, 2> ts0[128];
    i32 v0;
    v0 = conv<i32>(g0 * 77 + 7);
    i16 v1;
    v1 = conv<i16>(gid * 99 + 4);
    for (i32 total = 128, i = lid; i < total; i += tn) ts0[i] = vec<f32, 2>(conv<f32>(i * 3));
    t.barrier.wait();
    {
    }
    wait_apart(t);
    {
      v1 ^= (i16)(~high_product<i16>(v1, v1));
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
           {{"sum", Cell::u64, Fill::own, long(0), long(1)}},
           {{{384, 1, 1}, {128, 1, 1}, 237806344}}},
      },
      argc, argv);
}
#endif
