// Random kernels, seed 600018.
// device: opencl
// level: -O3
// Was: fmod(-2.0, -2.0) is 0, not -0.
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  vec<f64, 2> w0;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& w0 = I.w0;
void run(const Launch& L, void* const* B) {
  const u32 p0 = parameter<u32>(L.seed, 0);
  const f32 p1 = parameter<f32>(L.seed, 1);
  const i8 p2 = parameter<i8>(L.seed, 2);
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
            w0 = vec<f64, 2>(conv<f64>(tid * 16 + -2));
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              w0.x = m_round(m_fmod(w0.y, (f64)(-2.0)));
              u64 h = 1;
              h = mix(h, w0.x); h = mix(h, w0.y);
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
  const f32 p1 = parameter<f32>(L.seed, 1);
  const i8 p2 = parameter<i8>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[0]));
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
    vec<f64, 2> w0;
    w0 = vec<f64, 2>(conv<f64>(tid * 16 + -2));
    {
      w0.x = m_round(m_fmod(w0.y, (f64)(-2.0)));
      u64 h = 1;
      h = mix(h, w0.x); h = mix(h, w0.y);
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
           {{{1, 1, 1}, {1, 1, 1}, 198089685}}},
      },
      argc, argv);
}
#endif
