// Random kernels, seed 100001.
// device: opencl
// Intel's vectoriser widens the short m3 as if it were unsigned.
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
struct S0 {
  u16 m0;
  i8 m1;
  f16 m2;
  i16 m3;
  f16 m4;
};
inline S0 make_S0(i32 i) {
  S0 s;
  s.m0 = conv<u16>(i * 3 + 0);
  s.m1 = conv<i8>(i * 5 + 1);
  s.m2 = conv<f16>(i * 5 + 2);
  s.m3 = conv<i16>(i * 3 + 3);
  s.m4 = conv<f16>(i * 4 + 4);
  return s;
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  u16 v3;
  S0 s0;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v3 = I.v3; auto& s0 = I.s0;
void run(const Launch& L, void* const* B) {
  const i32 p0 = parameter<i32>(L.seed, 0);
  const f16 p1 = parameter<f16>(L.seed, 1);
  const f64 p2 = parameter<f64>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u64* sum = static_cast<u64*>(B[0]);
  std::vector<Where> wheres;
  std::vector<Item> items;
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
              wheres.push_back({g0, g1, g2, 0, 0, 0, t0, t1, t2, gid, lid, tid});
            }
          }
        }
        items.assign(wheres.size(), Item());
        const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
        static_cast<void>(tid);
        [&] {
          each([&](const Where& W, Item& I) {
            ITEM
            v3 = conv<u16>(gid * 71 + 9);
            s0 = make_S0(gid * 49 + 2);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 h = 1;
              h = mix(h, v3);
              h = mix(h, s0.m0); h = mix(h, s0.m1); h = mix(h, s0.m2); h = mix(h, s0.m3); h = mix(h, s0.m4);
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
  const f16 p1 = parameter<f16>(L.seed, 1);
  const f64 p2 = parameter<f64>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[0]));
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
    u16 v3;
    v3 = conv<u16>(gid * 71 + 9);
    S0 s0;
    s0 = make_S0(gid * 49 + 2);
    {
      u64 h = 1;
      h = mix(h, v3);
      h = mix(h, s0.m0); h = mix(h, s0.m1); h = mix(h, s0.m2); h = mix(h, s0.m3); h = mix(h, s0.m4);
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
           {{"sum", Cell::u64, Fill::own, 0, 1}},
           {{{259, 1, 1}, {1, 1, 1}, 408632387}}},
      },
      argc, argv);
}
#endif
