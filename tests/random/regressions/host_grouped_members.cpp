// Random kernels, seed 7700067.
// device: host
// level: -O3
// Was: loads of members moved before a store between them by the vectoriser
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
struct S0 {
  i64 m0;
  i32 m1[2];
  i32 m2;
  S0() {}
  void step(i32 by) {
    (*this).m1[((u32)(conv<u32>(by) + conv<u32>((*this).m0))) % 2] = funnel<i32>((*this).m2, (*this).m2, conv<u32>((*this).m0));
    (*this).m2 |= (i32)(~quotient<i32>((*this).m2, by));
  }
};
inline S0 stepped(S0 s, i32 by) {
  s.step(by);
  return s;
}
inline S0 make_S0(i32 i) {
  S0 s;
  s.m0 = conv<i64>(i * 4 + 0);
  s.m1[0] = conv<i32>(i + 0);
  s.m1[1] = conv<i32>(i + 1);
  s.m2 = conv<i32>(i * 2 + 2);
  return s;
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  S0 s0;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& s0 = I.s0;
void run(const Launch& L, void* const* B) {
  const i8 p0 = parameter<i8>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const i32 p2 = parameter<i32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  i8* in0 = static_cast<i8*>(B[0]);
  u16* out0 = static_cast<u16*>(B[1]);
  u64* sum = static_cast<u64*>(B[2]);
  std::vector<Where> wheres;
  std::vector<Item> items;
  static u32 ts0[1][8];
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
            s0 = make_S0(lid * 6 + -3);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 8, i = lid; i < total; i += tn) ts0[i / 8][i % 8] = conv<u32>(i * 1 - 5);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              s0.step((i32)0);
              out0[gid] = conv<u16>((i8)(~in0[(ts0[(lid) / 8][(lid) % 8]) & 63]));
              u64 h = 1;
              h = mix(h, s0.m0); h = mix(h, s0.m1[0]); h = mix(h, s0.m1[1]); h = mix(h, s0.m2);
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
  const i32 p1 = parameter<i32>(L.seed, 1);
  const i32 p2 = parameter<i32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<const i8, 1> in0(64, static_cast<i8*>(B[0]));
  hc::array<u16, 1> out0(1 * items, static_cast<u16*>(B[1]), static_cast<u16*>(B[1]) + 1 * items);
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[2]));
  hc::parallel_for_each(hc::extent<1>(L.extent[0]).tile(L.tile[0]), [=, &out0](hc::tiled_index<1> t) [[hc]] {
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
    tile_static u32 ts0[1][8];
    S0 s0;
    s0 = make_S0(lid * 6 + -3);
    for (i32 total = 8, i = lid; i < total; i += tn) ts0[i / 8][i % 8] = conv<u32>(i * 1 - 5);
    t.barrier.wait();
    {
      s0.step((i32)0);
      out0[gid] = conv<u16>((i8)(~in0[(ts0[(lid) / 8][(lid) % 8]) & 63]));
      u64 h = 1;
      h = mix(h, s0.m0); h = mix(h, s0.m1[0]); h = mix(h, s0.m1[1]); h = mix(h, s0.m2);
      sum[gid] = h;
    }
  }).wait();
  hc::copy(out0, static_cast<u16*>(B[1]));
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
           {{"in0", Cell::i8, Fill::any, 64, 0}, {"out0", Cell::u16, Fill::own, 0, 1}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{8, 1, 1}, {8, 1, 1}, 42978547}}},
      },
      argc, argv);
}
#endif
