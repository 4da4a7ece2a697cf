// Random kernels, seed 4100011.
// device: cuda
// level: -O2
// ptxas 13.0 took products whose lower halves are zero for one another.
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
struct S1 {
  u32 m0;
  i32 m1 : 7;
  i32 m2;
  i64 m3;
  i32 m4;
  f32 m5;
  S1() {}
  void step(i32 by) {
    if ((((*this).m4 <= by) || ((f16)(-2.0f) < conv<f16>((*this).m3))) || (((*this).m5 = (f32)((conv<f64>((i32)(*this).m1) > conv<f64>((*this).m2)) ? 1 : 0)), (conv<u64>((*this).m4) <= conv<u64>(by)))) {
      i32 x5 = conv<i32>((i64)(conv<i64>((*this).m4) * (i64)(conv<i64>((i32)(*this).m1) - (*this).m3)));
      (*this).m5 = (f32)((f32)(((*this).m5 >= (*this).m5) ? 1 : 0) + ((*this).m5 * (*this).m5));
    }
    (*this).m1 = (*this).m2;
    (*this).m2 &= shift_left<i32>(shift_right<i32>(by, (*this).m0), (*this).m0);
  }
};
inline S1 stepped(S1 s, i32 by) {
  s.step(by);
  return s;
}
inline S1 make_S1(i32 i) {
  S1 s;
  s.m0 = conv<u32>(i * 7 + 0);
  s.m1 = conv<i32>(i * 3 + 1);
  s.m2 = conv<i32>(i * 1 + 2);
  s.m3 = conv<i64>(i * 1 + 3);
  s.m4 = conv<i32>(i * 9 + 4);
  s.m5 = conv<f32>(i * 4 + 5);
  return s;
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  i32 v0;
  f16 v1;
  f16 a0[4];
  i8 a1[4];
  S1 s1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1; auto& a0 = I.a0; auto& a1 = I.a1; auto& s1 = I.s1;
void run(const Launch& L, void* const* B) {
  const f64 p0 = parameter<f64>(L.seed, 0);
  const i8 p1 = parameter<i8>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u64* at1 = static_cast<u64*>(B[0]);
  u64* sum = static_cast<u64*>(B[1]);
  static Where wheres[64];
  static Item items[64];
  int count = 0;
  static f32 ts0[128];
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
            v0 = conv<i32>(gid * 73 + 6);
            v1 = conv<f16>(tid * 30 + -1);
            for (i32 i = 0; i < 4; ++i) a0[i] = conv<f16>(gid * 39 + 1 + i);
            for (i32 i = 0; i < 4; ++i) a1[i] = conv<i8>(g0 * 53 + -9 + i);
            s1 = make_S1(lid * 6 + -5);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 128, i = lid; i < total; i += tn) ts0[i] = conv<f32>(i * 1001 - 100);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 h = 1;
              h = mix(h, v0);
              h = mix(h, v1);
              for (i32 i = 0; i < 4; ++i) h = mix(h, a0[i]);
              for (i32 i = 0; i < 4; ++i) h = mix(h, a1[i]);
              h = mix(h, s1.m0); h = mix(h, (i32)s1.m1); h = mix(h, s1.m2); h = mix(h, s1.m3); h = mix(h, s1.m4); h = mix(h, s1.m5);
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
  const f64 p0 = parameter<f64>(L.seed, 0);
  const i8 p1 = parameter<i8>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::array_view<u64, 1> at1(4, static_cast<u64*>(B[0]));
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[1]));
  hc::parallel_for_each(hc::extent<2>(L.extent[0], e1).tile_with_dynamic(L.tile[0], n1, 128 * sizeof(f32)), [=](hc::tiled_index<2> t) [[hc]] {
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
    f32* ts0 = (f32*)hc::get_dynamic_group_segment_base_pointer();
    i32 v0;
    v0 = conv<i32>(gid * 73 + 6);
    f16 v1;
    v1 = conv<f16>(tid * 30 + -1);
    f16 a0[4];
    for (i32 i = 0; i < 4; ++i) a0[i] = conv<f16>(gid * 39 + 1 + i);
    i8 a1[4];
    for (i32 i = 0; i < 4; ++i) a1[i] = conv<i8>(g0 * 53 + -9 + i);
    S1 s1;
    s1 = make_S1(lid * 6 + -5);
    for (i32 total = 128, i = lid; i < total; i += tn) ts0[i] = conv<f32>(i * 1001 - 100);
    t.barrier.wait();
    {
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v1);
      for (i32 i = 0; i < 4; ++i) h = mix(h, a0[i]);
      for (i32 i = 0; i < 4; ++i) h = mix(h, a1[i]);
      h = mix(h, s1.m0); h = mix(h, (i32)s1.m1); h = mix(h, s1.m2); h = mix(h, s1.m3); h = mix(h, s1.m4); h = mix(h, s1.m5);
      sum[gid] = h;
    }
  }).wait();
  at1.synchronize();
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
           {{"at1", Cell::u64, Fill::small, 4, 0}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{1, 2, 1}, {1, 1, 1}, 146801967}}},
      },
      argc, argv);
}
#endif
