// Random kernels, seed 750100011.
// device: opencl
// level: -O3
// Was: the driver's sycl-kernel-reduce-cross-barrier-values ends the process
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
inline i8 f0(f32 p0) {
  for (i32 ol7a = (i32)(trailing_zeros<u32>(conv<u32>(p0)) & 3); ol7a > 0; --ol7a) {
    for (i32 ol7b = 0; ol7b < 3; ++ol7b) {
      {
    u64 ag8; {
      struct alignas(8) One { i32 a; f64 b[3]; };
      struct Whole { u8 tag; One one; alignas(16) f64 c; One more[2]; u16 last; };
      Whole x = {}, y;
      const u32 w = conv<u32>(p0);
      x.one.a = ol7b, x.c = (conv<f64>(p0) < (f64)(-5.066002953186112e-05) ? conv<f64>(p0) : (f64)(-5.066002953186112e-05)), x.last = 7;
      x.more[w & 1u].b[w % 3u] = x.c;
      x.more[1].a = x.one.a;
      y = x;
      One* const at = w & 2 ? &y.one : &y.more[1];
      at->b[w % 3u] = x.c, *at = w & 4 ? x.one : *at;
      if (w & 8) y.more[0] = y.more[w >> 5 & 1u];
      ag8 = sizeof(Whole) + offsetof(Whole, more) * 3 + y.last;
      for (const One& each : {y.one, y.more[0], y.more[1]})
        ag8 = mix(mix(ag8, each.a), each.b[1]);
    }
    ag8 = ag8;
  }
      if ((conv<u32>(ol7b) == conv<u32>(p0))) goto outol7;
      if ((((u8)(2u) & 3) == 1)) goto outol7;
    }
    {
    p0 = (-p0);
  }
    
  }
  {
    u64 x9 = (u64)(conv<u64>(p0) ^ (u64)(conv<u64>(p0) + conv<u64>(conv<i32>(p0))));
  }
  outol7:;
  u64 al10; {
    using T = u16;
    constexpr u32 n = 2;
    std::array<T, n> all;
    T* const v = all.data();
    T* const last = v + n;
    const T first = conv<u16>(p0);
    const u32 k = (u32)(conv<u32>(p0) - conv<u32>(p0)) % n;
    u64 h = k;
    for (u32 i = 0; i < n; ++i) v[i] = static_cast<T>((first ^ i * 37u) % 101u);
    std::iota(v, v + k, T(3));
    al10 = std::accumulate(v, last, h, [](u64 a, T b) { return mix(a, b); });
  }
  return rotated<i8>((i8)(conv<i8>(p0) * conv<i8>(p0)), (u32)(conv<u32>(p0) - conv<u32>(p0)));
}
#ifdef RANDOM_REFERENCE
namespace k8_items {
struct Item {
  u32 v0;
  vec<f32, 2> w0;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& w0 = I.w0;
void run(const Launch& L, void* const* B) {
  const u16 p0 = parameter<u16>(L.seed, 0);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u32* in1 = static_cast<u32*>(B[0]);
  u64* sum = static_cast<u64*>(B[1]);
  static Where wheres[64];
  static Item items[64];
  int count = 0;
  static i16 ts0[8][8];
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
            v0 = conv<u32>(gid * 58 + -7);
            w0 = vec<f32, 2>(conv<f32>(g0 * 34 + -3));
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 64, i = lid; i < total; i += tn) ts0[i / 8][i % 8] = conv<i16>(i * 1 - 100);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              w0.x = conv<f32>(f0(conv<f32>(l1)));
            }
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 rl1 = 1; {
                constexpr i32 n = 8;
                const u32 w = (u32)(v0 * v0);
                i32 at = -1;
                const u32* const g = &in1[gid & 63];
                u8 a[n + 8]; for (i32 i = 0; i < n + 8; ++i) a[i] = conv<u8>(i * 77 - 40);
                i32 r0 = conv<i32>(50);
                {
                for (i32 i = 4; i < 4 + (i32)(w % (n + 1u)); ++i) {
                  r0 = (i32)((u32)r0 - (u32)((g[i - 4] > (u32)1) ? (i32)((u32)(i32)g[i - 4] << ((i32)a[i + 1] & 31)) : (i32)((u32)i << ((i32)g[n + 3 - i] & 31))));
                }
                for (i32 i = 4; i < n + 4; ++i) {
                  const u8 t0 = a[i ^ 1];
                  for (i32 k = 0; k < 3; ++k) a[(i * 5u) % (n + 8)] = ((conv<u32>(w) < (u32)a[i - 2]) ? (u8)((u32)conv<u8>(w >> 5) - (u32)a[i]) : (u8)(conv<u8>(w & 15) & (u8)100));
                  for (i32 k = 0; k < 4; ++k) a[3] = (((a[i / 2] == a[i & 3]) || (g[n + 3 - i] <= conv<u32>(w >> 24))) ? (((u8)2 < a[w % n]) ? a[i ^ 1] : a[i]) : (u8)((u8)g[w % n] & (u8)g[(i * 3u) % n]));
                }
              }
                for (i32 i = 0; i < n + 8; ++i) rl1 = mix(rl1, a[i]);
                for (i32 i = 0; i < n; ++i) rl1 = mix(rl1, g[i]);
                rl1 = mix(rl1, r0);
                rl1 = mix(rl1, at);
              }
              u64 h = 1;
              h = mix(h, v0);
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
void k8(const Launch& L, void* const* B) {
  const u16 p0 = parameter<u16>(L.seed, 0);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  hc::array_view<const u32, 1> in1(128, static_cast<u32*>(B[0]));
  hc::array_view<u64, 1> sum(1 * all_items, static_cast<u64*>(B[1]));
  hc::parallel_for_each(hc::extent<3>(L.extent[0], e1, e2).tile(L.tile[0], n1, n2), [=](hc::tiled_index<3> t) [[hc]] {
    const i32 g0 = t.global[0];
    const i32 g1 = t.global[1];
    const i32 g2 = t.global[2];
    const i32 l0 = t.local[0];
    const i32 l1 = t.local[1];
    const i32 l2 = t.local[2];
    const i32 t0 = t.tile[0];
    const i32 t1 = t.tile[1];
    const i32 t2 = t.tile[2];
    const i32 gid = (g0 * e1 + g1) * e2 + g2, lid = (l0 * n1 + l1) * n2 + l2;
    const i32 tid = (t0 * tiles1 + t1) * tiles2 + t2;
    tile_static i16 ts0[8][8];
    u32 v0;
    v0 = conv<u32>(gid * 58 + -7);
    vec<f32, 2> w0;
    w0 = vec<f32, 2>(conv<f32>(g0 * 34 + -3));
    for (i32 total = 64, i = lid; i < total; i += tn) ts0[i / 8][i % 8] = conv<i16>(i * 1 - 100);
    [&] { t.barrier.wait(); }();
    {
      w0.x = conv<f32>(f0(conv<f32>(l1)));
    }
    t.barrier.wait();
    {
      u64 rl1 = 1; {
        constexpr i32 n = 8;
        const u32 w = (u32)(v0 * v0);
        i32 at = -1;
        const u32* const g = &in1[gid & 63];
        u8 a[n + 8]; for (i32 i = 0; i < n + 8; ++i) a[i] = conv<u8>(i * 77 - 40);
        i32 r0 = conv<i32>(50);
        {
        for (i32 i = 4; i < 4 + (i32)(w % (n + 1u)); ++i) {
          r0 = (i32)((u32)r0 - (u32)((g[i - 4] > (u32)1) ? (i32)((u32)(i32)g[i - 4] << ((i32)a[i + 1] & 31)) : (i32)((u32)i << ((i32)g[n + 3 - i] & 31))));
        }
        for (i32 i = 4; i < n + 4; ++i) {
          const u8 t0 = a[i ^ 1];
          for (i32 k = 0; k < 3; ++k) a[(i * 5u) % (n + 8)] = ((conv<u32>(w) < (u32)a[i - 2]) ? (u8)((u32)conv<u8>(w >> 5) - (u32)a[i]) : (u8)(conv<u8>(w & 15) & (u8)100));
          for (i32 k = 0; k < 4; ++k) a[3] = (((a[i / 2] == a[i & 3]) || (g[n + 3 - i] <= conv<u32>(w >> 24))) ? (((u8)2 < a[w % n]) ? a[i ^ 1] : a[i]) : (u8)((u8)g[w % n] & (u8)g[(i * 3u) % n]));
        }
      }
        for (i32 i = 0; i < n + 8; ++i) rl1 = mix(rl1, a[i]);
        for (i32 i = 0; i < n; ++i) rl1 = mix(rl1, g[i]);
        rl1 = mix(rl1, r0);
        rl1 = mix(rl1, at);
      }
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, w0.x); h = mix(h, w0.y);
      sum[gid] = h;
    }
  }).wait();
  sum.synchronize();
}

#endif
}  // namespace RANDOM_PART

#ifdef RANDOM_REFERENCE
void k8_reference(const Launch& L, void* const* B) { RANDOM_PART::k8_items::run(L, B); }
#endif

#ifndef RANDOM_REFERENCE
#include "check.hpp"
void k8_reference(const Launch&, void* const*);
int main(int argc, char** argv) {
  return check(
      {
          {"k8", kernel_part::k8, k8_reference,
           {{"in1", Cell::u32, Fill::any, long(128), long(0)}, {"sum", Cell::u64, Fill::own, long(0), long(1)}},
           {{{1, 16, 12}, {1, 16, 4}, 214042062}}},
      },
      argc, argv);
}
#endif
