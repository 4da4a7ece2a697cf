// Random kernels, seed 708000003.
// device: opencl
// level: -O3
// Was: an index that a skipped branch would have computed ends the process
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
struct S0 {
  i32 m0 : 7;
  i8 m1[3];
  void step(i32 by) {
    f32 x1 = conv<f32>((i32)(*this).m0);
    Number<u64> on2; { Number<u64> a(conv<u64>(conv<u32>(by))), b((u64)(((x1 <= conv<f32>((i32)(*this).m0)) ? (u64)(9ul) : (u64)(72ul)) + conv<u64>((*this).m1[((u32)(2147483647u)) % 3]))), c((u64)(-(u64)(conv<u64>((*this).m1[(conv<u32>((i32)(*this).m0)) % 3]) ^ conv<u64>((*this).m1[(conv<u32>(by)) % 3]))));
      on2 = (a + b) * c; if (b < c) on2 += a; }
  }
};
inline S0 stepped(S0 s, i32 by) {
  s.step(by);
  return s;
}
inline S0 make_S0(i32 i) {
  S0 s;
  s.m0 = conv<i32>(i * 9 + 0);
  s.m1[0] = conv<i8>(i + 0);
  s.m1[1] = conv<i8>(i + 1);
  s.m1[2] = conv<i8>(i + 2);
  return s;
}
template <class T, int N>
inline T template0(T a, T b) {
  T r[N];
  for (int i = 0; i < N; ++i) r[i] = i % 2 ? a : (T)(b + (T)i);
  T s = 0;
  for (int i = N; i-- > 0;) s = (T)(s - r[i]);
  return s;
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  f32 v0;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0;
void run(const Launch& L, void* const* B) {
  const f16 p0 = parameter<f16>(L.seed, 0);
  const u8 p1 = parameter<u8>(L.seed, 1);
  const i32 p2 = parameter<i32>(L.seed, 2);
  const u16 p3 = parameter<u16>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 room = all_items > 0 ? all_items : 1;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  for (i32 i = 0; i < 8; ++i)
    static_cast<S0*>(B[0])[i] = make_S0(i * 7 + (i32)(L.seed % 99));
  S0* records = static_cast<S0*>(B[0]);
  i16* in0 = static_cast<i16*>(B[1]);
  f32* out0 = static_cast<f32*>(B[2]);
  u64* at0 = static_cast<u64*>(B[3]);
  u64* sum = static_cast<u64*>(B[4]);
  static Where wheres[96];
  static Item items[96];
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
            v0 = conv<f32>(lid * 64 + -3);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              i16 z1 = conv<i16>(conv<u64>(v0));
              {
                u8 raw[2];
                std::memcpy(raw, &z1, 2);
                raw[(larger<u32>(conv<u32>(out0[gid]), conv<u32>(section_of(in0, 3)[(conv<u32>(v0)) % 61u]))) % 2] ^= (u8)conv<u8>(template0<u64, 5>(conv<u64>(z1), conv<u64>(g1)));
                std::memcpy(&z1, raw, 2);
              }
            }
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 fo2 = mixed_all(u16(conv<u16>((f32)(v0 + v0))), u32(((v0 < v0) ? rest<u32>(conv<u32>(lid), conv<u32>(g0)) : conv<u32>(g1))), f16(((conv<u32>(in0[gid & 63]) >= (u32)(0u)) ? (p0 < (f16)0 ? -p0 : p0) : conv<f16>(v0))));
              v0 = conv<f32>((i64)(-(conv<i64>(l2) >> 1)));
            }
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 os3; {
                struct P {
                  u32 v[3];
                  P next(u32 by) const { P made = *this; made.go(by); return made; }
                  void go(u32 by) { v[by % 3u] += v[0] * 5u, v[2] ^= by; }
                  static P joined(P x, const P& y, bool first) { return first ? x : y; }
                };
                const u32 w = (u32)((out0[gid] > (f32)(-6.0f)) ? 1 : 0);
                P one, all[3];
                std::memset(&one, 0, sizeof one);
                one.v[w & 1u] = (u8)(w >> 3);
                all[0] = one, all[1] = one.next(w), all[2] = all[1].next(5);
                all[(w + 1) % 3u] = (w & 64 ? all[0] : one).next(3);
                os3 = mix(sizeof(P), one.v[1]);
                for (const P& each : all) os3 = mix(mix(os3, each.v[0]), each.v[1]);
              }
              {
                const i32 endc4 = (i32)(conv<u32>(os3) & 7);
                for (i32 c4 = 0; c4 < endc4; ++c4) {
                ((conv<u32>((i32)records[gid & 7].m0) == conv<u32>(l2)) ? out0[gid] : v0) = (((c4 & 3) == 1) ? conv<f32>(conv<u32>(os3)) : m_floor(out0[gid]));
              }
              }
              u64 h = 1;
              h = mix(h, v0);
              sum[gid] = h;
            }
          });
        }();
      }
    }
  }
  for (i32 gid = 0; gid < all_items; ++gid) {
    const i32 g0 = gid / (e1 * e2), g1 = gid / e2 % e1, g2 = gid % e2;
    {
      {
        u32 ra5 = (u32)((u32)(-conv<u32>(g0)) % (u32)(4294967294u) == 1 ? 3 : 7);
        if ((u32)gid > 31u) {
          for (i32 i = 0; i < 4; ++i) ra5 = (u32)(&in0[gid & 31])[ra5 % 32u] * 5u + (u32)i;
          {
        u64 rl6 = 1; {
          constexpr i32 n = 16;
          const u32 w = (u32)(ra5 - ra5);
          i32 at = -1;
          const i16* const g = &in0[gid & 31];
          f32 a[n + 8]; for (i32 i = 0; i < n + 8; ++i) a[i] = conv<f32>(i * 3 - 40);
          u8 b[n + 8]; for (i32 i = 0; i < n + 8; ++i) b[i] = conv<u8>(i * 12345 + (i32)(w & 255));
          i16 r0 = conv<i16>(1);
          f32 r1 = conv<f32>(0);
          {
          for (i32 i = 4; i < 4 + (i32)(w % (n + 1u)); i += 4) {
            a[i / 2] = (f32)((f32)(a[(i * 5u) % (n + 8)] + a[(i * 3u) % (n + 8)]) * m_floor((f32)g[(i * 3u) % n]) + (f32)(a[(i * 5u) % (n + 8)] + a[(i * 3u) % (n + 8)]));
            for (i32 k = 0; k < (i32)(w & 3); ++k) a[i ^ 1] = (f32)(((f32)i >= (f32)i ? (f32)i : (f32)i) / (a[n + 7 - i] >= (f32)i ? (f32)i : a[n + 7 - i]));
            const u8 t2 = (u8)((u32)(u8)((u32)b[3] >> 4 | (u32)b[3] << 4) + (u32)(u8)((i64)(u8)3 * (i64)b[i] >> 8));
            if ((i & 1)) break;
          }
          for (i32 j = 2; j >= 0; --j) for (i32 i = 4 + j; i < n + 3; ++i) {
            { const f32 one = a[i]; a[i] = a[3]; a[3] = one; }
            a[i & 3] = (f32)g[i - 4];
            const i16 t2 = (i16)((u32)(i16)100 - (u32)(i16)((i16)i >> 2));
            switch (i & 3) { case 0: a[i] = (-((f32)(a[i ^ 1] / (f32)j))); break; case 2: if (m_fmax(conv<f32>(w & 15), m_fmax((f32)g[i - 4], a[i])) > r1) r1 = m_fmax(conv<f32>(w & 15), m_fmax((f32)g[i - 4], a[i])), at = (i32)i; break; default: b[w % n] = (u8)(((g[w % n] <= (i16)127) ? b[i] : b[i / 2]) & (((i16)0 == (i16)b[i]) ? conv<u8>(w & 15) : conv<u8>(a[(i * 3u) % (n + 8)]))); }
          }
        }
          for (i32 i = 0; i < n + 8; ++i) rl6 = mix(rl6, a[i]);
          for (i32 i = 0; i < n + 8; ++i) rl6 = mix(rl6, b[i]);
          for (i32 i = 0; i < n; ++i) rl6 = mix(rl6, g[i]);
          rl6 = mix(rl6, r0);
          rl6 = mix(rl6, r1);
          rl6 = mix(rl6, at);
        }
      }
          while (ra5 > 99u) { ra5 /= 7u; {
        i32 pr9; {
          u8 a = p1;
          i8 b = (i8)(conv<i8>(conv<u32>(at0[((u32)(4294967295u)) % 1])) * conv<i8>(in0[gid & 63]));
          const u32 c = (u32)(~(u32)(0u));
          b <<= 1;
          pr9 = static_cast<i32>(static_cast<i16>(a * (b & 63))) - (u16)c;
        }
      } }
        }
      }
    }
  }
  seal(static_cast<S0*>(B[0]), 8, [](const S0& o) {
    u64 h = 1; h = mix(h, (i32)o.m0); h = mix(h, o.m1[0]); h = mix(h, o.m1[1]); h = mix(h, o.m1[2]); return h;
  });
}
#undef ITEM
}

#else
void k0(const Launch& L, void* const* B) {
  const f16 p0 = parameter<f16>(L.seed, 0);
  const u8 p1 = parameter<u8>(L.seed, 1);
  const i32 p2 = parameter<i32>(L.seed, 2);
  const u16 p3 = parameter<u16>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 room = all_items > 0 ? all_items : 1;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  for (i32 i = 0; i < 8; ++i)
    static_cast<S0*>(B[0])[i] = make_S0(i * 7 + (i32)(L.seed % 99));
  hc::accelerator device;
  S0* allocated_records = hc::am_alloc(sizeof(S0) * 8, device, 0);
  hc::am_copy(allocated_records, B[0], sizeof(S0) * 8);
  const S0* records = allocated_records;
  hc::array_view<const i16, 1> in0(64, static_cast<i16*>(B[1]));
  hc::array_view<f32, 1> out0(1 * room, static_cast<f32*>(B[2]));
  hc::array_view<u64, 1> at0(1, static_cast<u64*>(B[3]));
  hc::array_view<u64, 1> sum(1 * room, static_cast<u64*>(B[4]));
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
    f32 v0;
    v0 = conv<f32>(lid * 64 + -3);
    {
      i16 z1 = conv<i16>(conv<u64>(v0));
      {
        u8 raw[2];
        std::memcpy(raw, &z1, 2);
        raw[(larger<u32>(conv<u32>(out0[gid]), conv<u32>(section_of(in0, 3)[(conv<u32>(v0)) % 61u]))) % 2] ^= (u8)conv<u8>(template0<u64, 5>(conv<u64>(z1), conv<u64>(g1)));
        std::memcpy(&z1, raw, 2);
      }
    }
    wait_after([] {}, t.barrier);
    {
      u64 fo2 = mixed_all(u16(conv<u16>((f32)(v0 + v0))), u32(((v0 < v0) ? rest<u32>(conv<u32>(lid), conv<u32>(g0)) : conv<u32>(g1))), f16(((conv<u32>(in0[gid & 63]) >= (u32)(0u)) ? (p0 < (f16)0 ? -p0 : p0) : conv<f16>(v0))));
      v0 = conv<f32>((i64)(-(conv<i64>(l2) >> 1)));
    }
    t.barrier.wait();
    {
      u64 os3; {
        struct P {
          u32 v[3];
          P next(u32 by) const { P made = *this; made.go(by); return made; }
          void go(u32 by) { v[by % 3u] += v[0] * 5u, v[2] ^= by; }
          static P joined(P x, const P& y, bool first) { return first ? x : y; }
        };
        const u32 w = (u32)((out0[gid] > (f32)(-6.0f)) ? 1 : 0);
        P one, all[3];
        std::memset(&one, 0, sizeof one);
        one.v[w & 1u] = (u8)(w >> 3);
        all[0] = one, all[1] = one.next(w), all[2] = all[1].next(5);
        all[(w + 1) % 3u] = (w & 64 ? all[0] : one).next(3);
        os3 = mix(sizeof(P), one.v[1]);
        for (const P& each : all) os3 = mix(mix(os3, each.v[0]), each.v[1]);
      }
      {
        const i32 endc4 = (i32)(conv<u32>(os3) & 7);
        for (i32 c4 = 0; c4 < endc4; ++c4) {
        ((conv<u32>((i32)records[gid & 7].m0) == conv<u32>(l2)) ? out0[gid] : v0) = (((c4 & 3) == 1) ? conv<f32>(conv<u32>(os3)) : m_floor(out0[gid]));
      }
      }
      u64 h = 1;
      h = mix(h, v0);
      sum[gid] = h;
    }
  });
  hc::parallel_for_each(hc::extent<1>(all_items), [=](hc::index<1> t) [[hc]] {
    const i32 gid = t[0];
    const i32 g0 = gid / (e1 * e2), g1 = gid / e2 % e1, g2 = gid % e2;
    {
      {
        u32 ra5 = (u32)((u32)(-conv<u32>(g0)) % (u32)(4294967294u) == 1 ? 3 : 7);
        if ((u32)gid > 31u) {
          for (i32 i = 0; i < 4; ++i) ra5 = (u32)(&in0[gid & 31])[ra5 % 32u] * 5u + (u32)i;
          {
        u64 rl6 = 1; {
          constexpr i32 n = 16;
          const u32 w = (u32)(ra5 - ra5);
          i32 at = -1;
          const i16* const g = &in0[gid & 31];
          f32 a[n + 8]; for (i32 i = 0; i < n + 8; ++i) a[i] = conv<f32>(i * 3 - 40);
          u8 b[n + 8]; for (i32 i = 0; i < n + 8; ++i) b[i] = conv<u8>(i * 12345 + (i32)(w & 255));
          i16 r0 = conv<i16>(1);
          f32 r1 = conv<f32>(0);
          {
          for (i32 i = 4; i < 4 + (i32)(w % (n + 1u)); i += 4) {
            a[i / 2] = (f32)((f32)(a[(i * 5u) % (n + 8)] + a[(i * 3u) % (n + 8)]) * m_floor((f32)g[(i * 3u) % n]) + (f32)(a[(i * 5u) % (n + 8)] + a[(i * 3u) % (n + 8)]));
            for (i32 k = 0; k < (i32)(w & 3); ++k) a[i ^ 1] = (f32)(((f32)i >= (f32)i ? (f32)i : (f32)i) / (a[n + 7 - i] >= (f32)i ? (f32)i : a[n + 7 - i]));
            const u8 t2 = (u8)((u32)(u8)((u32)b[3] >> 4 | (u32)b[3] << 4) + (u32)(u8)((i64)(u8)3 * (i64)b[i] >> 8));
            if ((i & 1)) break;
          }
          for (i32 j = 2; j >= 0; --j) for (i32 i = 4 + j; i < n + 3; ++i) {
            { const f32 one = a[i]; a[i] = a[3]; a[3] = one; }
            a[i & 3] = (f32)g[i - 4];
            const i16 t2 = (i16)((u32)(i16)100 - (u32)(i16)((i16)i >> 2));
            switch (i & 3) { case 0: a[i] = (-((f32)(a[i ^ 1] / (f32)j))); break; case 2: if (m_fmax(conv<f32>(w & 15), m_fmax((f32)g[i - 4], a[i])) > r1) r1 = m_fmax(conv<f32>(w & 15), m_fmax((f32)g[i - 4], a[i])), at = (i32)i; break; default: b[w % n] = (u8)(((g[w % n] <= (i16)127) ? b[i] : b[i / 2]) & (((i16)0 == (i16)b[i]) ? conv<u8>(w & 15) : conv<u8>(a[(i * 3u) % (n + 8)]))); }
          }
        }
          for (i32 i = 0; i < n + 8; ++i) rl6 = mix(rl6, a[i]);
          for (i32 i = 0; i < n + 8; ++i) rl6 = mix(rl6, b[i]);
          for (i32 i = 0; i < n; ++i) rl6 = mix(rl6, g[i]);
          rl6 = mix(rl6, r0);
          rl6 = mix(rl6, r1);
          rl6 = mix(rl6, at);
        }
      }
          while (ra5 > 99u) { ra5 /= 7u; {
        i32 pr9; {
          u8 a = p1;
          i8 b = (i8)(conv<i8>(conv<u32>(at0[((u32)(4294967295u)) % 1])) * conv<i8>(in0[gid & 63]));
          const u32 c = (u32)(~(u32)(0u));
          b <<= 1;
          pr9 = static_cast<i32>(static_cast<i16>(a * (b & 63))) - (u16)c;
        }
      } }
        }
      }
    }
  }).wait();
  hc::am_free(allocated_records);
  out0.synchronize();
  at0.synchronize();
  sum.synchronize();
  seal(static_cast<S0*>(B[0]), 8, [](const S0& o) {
    u64 h = 1; h = mix(h, (i32)o.m0); h = mix(h, o.m1[0]); h = mix(h, o.m1[1]); h = mix(h, o.m1[2]); return h;
  });
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
           {{"records", Cell::u8, Fill::any, long(8l * sizeof(kernel_part::S0)), long(0)}, {"in0", Cell::i16, Fill::any, long(64), long(0)}, {"out0", Cell::f32, Fill::own, long(0), long(1)}, {"at0", Cell::u64, Fill::small, long(1), long(0)}, {"sum", Cell::u64, Fill::own, long(0), long(1)}},
           {{{55, 1, 1}, {55, 1, 1}, 717140882}}},
      },
      argc, argv);
}
#endif
