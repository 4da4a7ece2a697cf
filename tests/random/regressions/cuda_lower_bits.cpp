// Random kernels, seed 8800004.
// device: cuda
// level: -O2
// ptxas 13.0 took the stored lower bits of a float for a conversion.
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
inline u32 f0(i64 p0, u64 p1) {
  p0 = (i64)(funnel<i64>(conv<i64>(p1), p0, conv<u32>(p0)) * p0);
  p0 = ((((p1 & 3) == 1) || (((u32)(2u) & 3) == 1)) ? p0 : (i64)(p0 + p0));
  {
    i32 c3 = (i32)(shift_right<u32>(conv<u32>(p1), (u32)(19u)) & 3) + 1;
    if ((conv<i32>(p0) <= conv<i32>(p1))) goto middlec3;
  firstc3:
    {
    p0 = conv<i64>(bits(conv<f32>(c3)));
    f32 vc4 = twice_applied([vc4k0 = i16((i16)((i16)(conv<i16>(p0) & conv<i16>(c3)) + shift_right<i16>(conv<i16>(c3), conv<u32>(p1)))), vc4k1 = u32((u32)(conv<u32>(conv<f32>(p0)) + conv<u32>(p1))), vc4k2 = i32((((conv<u32>(c3) == conv<u32>(p0)) && (p1 == p1)) ? c3 : (i32)(c3 ^ c3)))](f32 arg) mutable {
      {
      arg = m_ceil(arg);
      arg = m_fmax((f32)(arg * arg) + (f32)0, (f32)(arg / arg) + (f32)0);
    }
      return f32((f32)((f32)(arg * arg) - conv<f32>((u16)(96u))));
    }, f32(conv<f32>(p0)));
  }
  middlec3:
    {
    bool fl5[3] = {static_cast<bool>((conv<i8>(c3) <= conv<i8>(p1))), static_cast<bool>((((conv<f64>(c3) > conv<f64>(p1)) || (conv<u16>(p1) <= conv<u16>(p0))) || (((u32)(5u) < conv<u32>(c3)) && (c3 < c3))))};
    fl5[2] = fl5[0] == fl5[1];
    fl5[0] |= static_cast<bool>((c3 < c3));
    { const i32 fl5n = fl5[0] + 2 * fl5[1] + 4 * !fl5[2];
      if (fl5[(u32)fl5n % 3]) {
      f32 x6 = ((f32)(m_fmin(conv<f32>(fl5n) + (f32)0, conv<f32>(p1) + (f32)0) * (f32)(-1.0f)) + conv<f32>(conv<u32>(fl5n)));
      p1 = (u64)(conv<u64>(x6) - (u64)((fl5n == c3) ? 1 : 0));
    } }
    std::array<f32, 8> sa7 = {{from_bits(conv<u32>(p0)), (conv<f32>(p0) - conv<f32>(c3))}};
    {
      sa7[((u32)((u32)(5u) | (u32)(8u))) % 8u] = sa7[(conv<u32>(sa7[(conv<u32>(c3)) % 8u])) % 8u];
    }
    { auto copied = sa7; copied[0] = sa7[7]; std::swap(copied, sa7); }
  }
    if (--c3 > 0) goto firstc3;
  }
  return (u32)(rest<u32>(conv<u32>(p1), conv<u32>(p1)) + bits(conv<f32>(p0)));
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  u8 v0;
  i16 v1;
  i64 v2;
  u32 v3;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1; auto& v2 = I.v2; auto& v3 = I.v3;
void run(const Launch& L, void* const* B) {
  const f64 p0 = parameter<f64>(L.seed, 0);
  const u64 p1 = parameter<u64>(L.seed, 1);
  const u32 p2 = parameter<u32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  i16* out0 = static_cast<i16*>(B[0]);
  u64* sum = static_cast<u64*>(B[1]);
  static Where wheres[128];
  static Item items[128];
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
            v0 = conv<u8>(g0 * 87 + -4);
            v1 = conv<i16>(g0 * 8 + 7);
            v2 = conv<i64>(tid * 66 + -4);
            v3 = conv<u32>(g0 * 27 + -6);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              {
                out0[gid] = conv<i16>(f0(v2, conv<u64>(gid)));
              }
              u64 h = 1;
              h = mix(h, v0);
              h = mix(h, v1);
              h = mix(h, v2);
              h = mix(h, v3);
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
  const u64 p1 = parameter<u64>(L.seed, 1);
  const u32 p2 = parameter<u32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::accelerator device;
  i16* allocated_out0 = hc::am_alloc(sizeof(i16) * 1 * items, device, 0);
  hc::am_copy(allocated_out0, B[0], sizeof(i16) * 1 * items);
  i16* out0 = allocated_out0;
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
    u8 v0;
    v0 = conv<u8>(g0 * 87 + -4);
    i16 v1;
    v1 = conv<i16>(g0 * 8 + 7);
    i64 v2;
    v2 = conv<i64>(tid * 66 + -4);
    u32 v3;
    v3 = conv<u32>(g0 * 27 + -6);
    {
      {
        out0[gid] = conv<i16>(f0(v2, conv<u64>(gid)));
      }
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v1);
      h = mix(h, v2);
      h = mix(h, v3);
      sum[gid] = h;
    }
  }).wait();
  hc::am_copy(B[0], allocated_out0, sizeof(i16) * 1 * items);
  hc::am_free(allocated_out0);
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
           {{"out0", Cell::i16, Fill::own, 0, 1}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{24, 1, 1}, {24, 1, 1}, 1054273522}}},
      },
      argc, argv);
}
#endif
