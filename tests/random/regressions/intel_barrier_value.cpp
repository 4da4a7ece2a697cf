// Random kernels, seed 9100009.
// device: opencl
// level: -O0
// Was wrong: v1, made before a barrier and kept by a divergent branch after it, is the last work-item's
// for all.
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
struct S0 {
  i16 m0;
  f32 m1[2];
  i32 m2[5];
  u8 m3;
  u8 m4;
  i32 m5 : 20;
  void step(i32 by) {
    (*this).m3 = (*this).m3;
  }
};
inline S0 stepped(S0 s, i32 by) {
  s.step(by);
  return s;
}
inline S0 make_S0(i32 i) {
  S0 s;
  s.m0 = conv<i16>(i * 6 + 0);
  s.m1[0] = conv<f32>(i + 0);
  s.m1[1] = conv<f32>(i + 1);
  s.m2[0] = conv<i32>(i + 0);
  s.m2[1] = conv<i32>(i + 1);
  s.m2[2] = conv<i32>(i + 2);
  s.m2[3] = conv<i32>(i + 3);
  s.m2[4] = conv<i32>(i + 4);
  s.m3 = conv<u8>(i * 5 + 3);
  s.m4 = conv<u8>(i * 6 + 4);
  s.m5 = conv<i32>(i * 6 + 5);
  return s;
}
inline f32 f0(u32 p0) {
  p0 = (u32)((u32)(p0 | p0) * rotated<u32>(p0, p0));
  return m_ldexp((conv<f32>(p0) * (f32)(64.25f)), ((i32)((u32)(p0 - p0) & 63) - 32));
}
template <class T, int N>
inline T template0(T a, T b) {
  T r = a;
  for (int i = 0; i < N; ++i) r = (T)(r * b + (T)i);
  return r;
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  i32 v0;
  f32 v1;
  i64 a0[4];
  S0 b0[5];
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1; auto& a0 = I.a0; auto& b0 = I.b0;
void run(const Launch& L, void* const* B) {
  const u8 p0 = parameter<u8>(L.seed, 0);
  const u8 p1 = parameter<u8>(L.seed, 1);
  const f16 p2 = parameter<f16>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  f32* in0 = static_cast<f32*>(B[0]);
  i32* out0 = static_cast<i32*>(B[1]);
  u64* sum = static_cast<u64*>(B[2]);
  static Where wheres[32];
  static Item items[32];
  int count = 0;
  static i16 ts0[4][8];
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
            v0 = conv<i32>(g0 * 39 + -9);
            v1 = conv<f32>(tid * 39 + -3);
            for (i32 i = 0; i < 4; ++i) a0[i] = conv<i64>(g0 * 92 + -6 + i);
            for (i32 i = 0; i < 5; ++i) b0[i] = make_S0(gid * 73 + -6 + i);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 32, i = lid; i < total; i += tn) ts0[i / 8][i % 8] = conv<i16>(i * 1 - 100);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              v1 = (-from_bits(conv<u32>(b0[(conv<u32>(p2)) % 5u].m3)));
              u8 y3[3] = {b0[(conv<u32>(template0<f32, 1>(in0[(conv<u32>(tid)) & 31], v1))) % 5u].m3, b0[((u32)(33u)) % 5u].m3};
            }
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              if (((u8)(b0[(conv<u32>(l0)) % 5u].m3 + p1) > p1)) {

              } else {

                v1 = f0(conv<u32>(ts0[((u32)(4294967295u)) % 4u][3]));
              }
              {
                const f32* q4 = ((u64)(9223372036854775807ul) != (u64)(4194304ul)) ? &v1 : (&in0[gid & 15]);
                {


              }
              }
            }
          });
          {
const i32 b5 = 1;
            switch (b5 & 3) {
              case 0: {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  v0 = hc::atomic_fetch_and(&out0[gid * 2], g2);
                }
              });
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  b0[((u32)(conv<u32>(v1) - conv<u32>(v0))) % 5u].step(shift_right<i32>((i32)(-(l1 >> 1)), conv<u32>(g0)));
                  if (((i32)(g1 & g0) != g1)) {
                    v1 = ((conv<u64>(p2) <= conv<u64>(v1)) ? v1 : conv<f32>(template0<u64, 3>(conv<u64>(p1), (u64)(20ul))));
                    ts0[((tn - 1 - lid)) / 8][((tn - 1 - lid)) % 8] = product_or<i16>(b0[(conv<u32>(v1)) % 5u].m0, b0[(conv<u32>(ts0[((tn - 1 - lid)) / 8][((tn - 1 - lid)) % 8])) % 5u].m0);
                  } else {
                    b0[((u32)(conv<u32>(p1) ^ conv<u32>(out0[gid * 2 + (i32)((conv<u32>(p1)) % 2)]))) % 5u] = b0[(bits(v1)) % 5u];
                    u32 x6 = ((m_fmin(conv<f64>(gid) + (f64)0, conv<f64>(ts0[((tn - 1 - lid)) / 8][((tn - 1 - lid)) % 8]) + (f64)0) >= conv<f64>(in0[(conv<u32>(l0)) & 31])) ? (u32)(quotient<u32>(conv<u32>(p2), conv<u32>(l2)) + bits(in0[((u32)(84u)) & 31])) : (u32)(conv<u32>(b0[(conv<u32>(b0[(conv<u32>(g2)) % 5u].m0)) % 5u].m4) - ((conv<u32>(v1) > conv<u32>(in0[gid & 31])) ? conv<u32>(v1) : conv<u32>(g2))));
                  }
                }
              });
            }
              case 2: {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  {
                    i32 c7 = (i32)(gid & 7);
                    while (c7-- > 0) {
                    i16 y8[3] = {ts0[(lid) / 8][(lid) % 8], quotient<i16>(reversed_bits<i16>((i16)(2)), (i16)(ts0[(lid) / 8][(lid) % 8] ^ b0[((u32)(2u)) % 5u].m0))};
                  }
                  }
                  i64 x9 = a0[(((((i8)(42) & 3) == 1) ? (u32)(49u) : conv<u32>(p2))) % 4u];
                }
              });
            } break;
              default: {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  b0[(conv<u32>(v0)) % 5u] = b0[(conv<u32>(v1)) % 5u];
                }
              });
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  f16 y10[3] = {p2, (conv<f16>(template0<u64, 3>((u64)(6600887170289956948ul), conv<u64>(a0[(conv<u32>(p1)) % 4u]))) + conv<f16>(template0<f32, 1>(v1, in0[((u32)(22u)) & 31])))};
                }
              });
            }
            }
          }
          each([&](const Where& W, Item& I) {
            ITEM
            {


              u64 h = 1;
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
  const u8 p1 = parameter<u8>(L.seed, 1);
  const f16 p2 = parameter<f16>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::accelerator device;
  f32* allocated_in0 = hc::am_alloc(sizeof(f32) * 32, device, 0);
  hc::am_copy(allocated_in0, B[0], sizeof(f32) * 32);
  const f32* in0 = allocated_in0;
  hc::array<i32, 1> out0(2 * items, static_cast<i32*>(B[1]), static_cast<i32*>(B[1]) + 2 * items);
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[2]));
  hc::parallel_for_each(hc::extent<2>(L.extent[0], e1).tile(L.tile[0], n1), [=, &out0](hc::tiled_index<2> t) [[hc]] {
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
    tile_static i16 ts0[4][8];
    i32 v0;
    v0 = conv<i32>(g0 * 39 + -9);
    f32 v1;
    v1 = conv<f32>(tid * 39 + -3);
    i64 a0[4];
    for (i32 i = 0; i < 4; ++i) a0[i] = conv<i64>(g0 * 92 + -6 + i);
    S0 b0[5];
    for (i32 i = 0; i < 5; ++i) b0[i] = make_S0(gid * 73 + -6 + i);
    for (i32 total = 32, i = lid; i < total; i += tn) ts0[i / 8][i % 8] = conv<i16>(i * 1 - 100);
    t.barrier.wait_with_all_memory_fence();
    {
      v1 = (-from_bits(conv<u32>(b0[(conv<u32>(p2)) % 5u].m3)));
      u8 y3[3] = {b0[(conv<u32>(template0<f32, 1>(in0[(conv<u32>(tid)) & 31], v1))) % 5u].m3, b0[((u32)(33u)) % 5u].m3};
    }
    t.barrier.wait();
    {
      if (((u8)(b0[(conv<u32>(l0)) % 5u].m3 + p1) > p1)) {

      } else {

        v1 = f0(conv<u32>(ts0[((u32)(4294967295u)) % 4u][3]));
      }
      {
        const f32* q4 = ((u64)(9223372036854775807ul) != (u64)(4194304ul)) ? &v1 : (&in0[gid & 15]);
        {


      }
      }
    }
    t.barrier.wait();
    {
const i32 b5 = 1;
      t.barrier.wait_with_tile_static_memory_fence();
      switch (b5 & 3) {
        case 0: {
        {
          v0 = hc::atomic_fetch_and(&out0[gid * 2], g2);
        }
        t.barrier.wait_with_all_memory_fence();
        {
          b0[((u32)(conv<u32>(v1) - conv<u32>(v0))) % 5u].step(shift_right<i32>((i32)(-(l1 >> 1)), conv<u32>(g0)));
          if (((i32)(g1 & g0) != g1)) {
            v1 = ((conv<u64>(p2) <= conv<u64>(v1)) ? v1 : conv<f32>(template0<u64, 3>(conv<u64>(p1), (u64)(20ul))));
            ts0[((tn - 1 - lid)) / 8][((tn - 1 - lid)) % 8] = product_or<i16>(b0[(conv<u32>(v1)) % 5u].m0, b0[(conv<u32>(ts0[((tn - 1 - lid)) / 8][((tn - 1 - lid)) % 8])) % 5u].m0);
          } else {
            b0[((u32)(conv<u32>(p1) ^ conv<u32>(out0[gid * 2 + (i32)((conv<u32>(p1)) % 2)]))) % 5u] = b0[(bits(v1)) % 5u];
            u32 x6 = ((m_fmin(conv<f64>(gid) + (f64)0, conv<f64>(ts0[((tn - 1 - lid)) / 8][((tn - 1 - lid)) % 8]) + (f64)0) >= conv<f64>(in0[(conv<u32>(l0)) & 31])) ? (u32)(quotient<u32>(conv<u32>(p2), conv<u32>(l2)) + bits(in0[((u32)(84u)) & 31])) : (u32)(conv<u32>(b0[(conv<u32>(b0[(conv<u32>(g2)) % 5u].m0)) % 5u].m4) - ((conv<u32>(v1) > conv<u32>(in0[gid & 31])) ? conv<u32>(v1) : conv<u32>(g2))));
          }
        }
        t.barrier.wait();
      }
        case 2: {
        {
          {
            i32 c7 = (i32)(gid & 7);
            while (c7-- > 0) {
            i16 y8[3] = {ts0[(lid) / 8][(lid) % 8], quotient<i16>(reversed_bits<i16>((i16)(2)), (i16)(ts0[(lid) / 8][(lid) % 8] ^ b0[((u32)(2u)) % 5u].m0))};
          }
          }
          i64 x9 = a0[(((((i8)(42) & 3) == 1) ? (u32)(49u) : conv<u32>(p2))) % 4u];
        }
        t.barrier.wait();
      } break;
        default: {
        {
          b0[(conv<u32>(v0)) % 5u] = b0[(conv<u32>(v1)) % 5u];
        }
        t.barrier.wait_with_tile_static_memory_fence();
        {
          f16 y10[3] = {p2, (conv<f16>(template0<u64, 3>((u64)(6600887170289956948ul), conv<u64>(a0[(conv<u32>(p1)) % 4u]))) + conv<f16>(template0<f32, 1>(v1, in0[((u32)(22u)) & 31])))};
        }
        t.barrier.wait_with_all_memory_fence();
      }
      }
    }
    {


      u64 h = 1;
      h = mix(h, v1);
      sum[gid] = h;
    }
  }).wait();
  hc::am_free(allocated_in0);
  hc::copy(out0, static_cast<i32*>(B[1]));
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
           {{"in0", Cell::f32, Fill::any, 32, 0}, {"out0", Cell::i32, Fill::own, 0, 2}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{8, 4, 1}, {8, 4, 1}, 999916674}}},
      },
      argc, argv);
}
#endif
