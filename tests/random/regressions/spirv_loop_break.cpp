// Random kernels, seed 600013.
// device: opencl
// level: -O0
// Not shrunk. Wrong on Intel's runtime and on PoCL alike, right on the host target.
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
__attribute__((noinline)) static u32 f0(u32 p0) {
  u8 y3[8] = {(u8)(conv<u8>(conv<i32>(p0)) + (u8)(conv<u8>(p0) - conv<u8>(p0))), conv<u8>(p0)};
  switch ((u32)(-p0) & 3) {
    case 2: {
    y3[(bits(conv<f32>(p0))) % 8] = y3[(p0) % 8];
  } break;
    default: {
    switch (shift_left<i32>((((i32)(92) != conv<i32>(p0)) ? (i32)(40) : conv<i32>(y3[(p0) % 8])), (u32)(-p0)) & 3) {
      case 1: {
      y3[(p0) % 8] += y3[(conv<u32>(conv<u16>(y3[(p0) % 8]))) % 8];
      u32 x4 = (u32)(quotient<u32>(shift_left<u32>(p0, p0), conv<u32>(conv<f32>(y3[(p0) % 8]))) + (u32)((u32)(-p0) * (u32)((conv<i32>(p0) < conv<i32>(y3[(p0) % 8])) ? 1 : 0)));
    } break;
      case 3: {
      u32 z5 = bits(((p0 <= p0) ? (((u8)(143u) != (u8)(0u)) ? (f32)(-5.0f) : (f32)(0.0060657f)) : m_fmin((f32)(-2591.3f) + (f32)0, conv<f32>(p0) + (f32)0)));
      {
        u8 raw[4];
        std::memcpy(raw, &z5, 4);
        raw[((u32)(~p0)) % 4] ^= (u8)(u8)(y3[(z5) % 8] + y3[(p0) % 8]);
        std::memcpy(&z5, raw, 4);
      }
      p0 *= rest<u32>((u32)(p0 - p0), p0);
    }
      default: {
      y3[((u32)(p0 - p0)) % 8] -= (u8)(conv<u8>(conv<i64>(p0)) ^ (u8)(y3[(p0) % 8] + y3[(p0) % 8]));
      i64 x6 = (i64)(-(shift_left<i64>(conv<i64>(p0), p0) >> 1));
    } break;
    }
  } break;
  }
  u64 y7[8] = {(u64)((u64)(conv<u64>(p0) - conv<u64>(y3[(p0) % 8])) | conv<u64>(y3[(conv<u32>(y3[(p0) % 8])) % 8])), (u64)(-shift_right<u64>(conv<u64>(p0), p0))};
  return (((i8)(3) <= (i8)(65)) ? p0 : conv<u32>(conv<u16>(p0)));
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
namespace k19_items {
struct Item {
  i32 v0;
  f64 v1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1;
void run(const Launch& L, void* const* B) {
  const u32 p0 = parameter<u32>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i16 p3 = parameter<i16>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  f64* in0 = static_cast<f64*>(B[0]);
  i32* in1 = static_cast<i32*>(B[1]);
  u32* out0 = static_cast<u32*>(B[2]);
  u8* out1 = static_cast<u8*>(B[3]);
  u64* sum = static_cast<u64*>(B[4]);
  std::vector<Where> wheres;
  std::vector<Item> items;
  static u16 ts0[48];
  static u32 ts1[16];
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
            v0 = conv<i32>(gid * 79 + -3);
            v1 = conv<f64>(tid * 99 + 5);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            for (i32 total = 48, i = lid; i < total; i += tn) ts0[i] = conv<u16>(i * 77 - 0);
            for (i32 total = 16, i = lid; i < total; i += tn) ts1[i] = conv<u32>(i * 77 - 100);
          });
          {
            const i32 nuni1 = (conv<i32>(((t1 <= t2) ? ts0[(p0) % 48u] : ts0[(p0) % 48u])) & 3) + 1;
            for (i32 uni1 = nuni1; uni1 > 0; --uni1) {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  hc::atomic_fetch_max(&out0[gid * 8], conv<u32>(template0<f32, 3>(conv<f32>(ts1[(p0) % 16u]), (p2 - p2))));
                  for (i32 c2 = 0, endc2 = (i32)(lid & 1); c2 <= endc2; c2 += 2) {
                    out0[gid * 8 + (i32)(((u32)((p3 <= p3) ? 1 : 0)) % 8)] = (u32)(((p2 > p2) ? ts1[(p0) % 16u] : out0[gid * 8 + (i32)((conv<u32>(tid)) % 8)]) - ts1[(out0[gid * 8 + (i32)((p0) % 8)]) % 16u]);
                    out0[gid * 8 + (i32)((((p2 != p2) ? out0[gid * 8 + (i32)((p0) % 8)] : ts1[(p0) % 16u])) % 8)] = (u32)(p0 * out0[gid * 8 + (i32)((p0) % 8)]);
                  }
                }
              });
              const i32 b3 = (conv<i32>(conv<u16>(t0)) & 3) == 0;
              if (b3) break;
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  v1 = v1;
                  v0 = quotient<i32>(in1[(p0) & 15], v0);
                }
              });
            }
          }
          each([&](const Where& W, Item& I) {
            ITEM
            {
              if ((((l0 < p1) ? out0[gid * 8 + (i32)((p0) % 8)] : out0[gid * 8 + (i32)((p0) % 8)]) <= (u32)((p2 >= p2) ? 1 : 0))) {
                out1[gid * 3 + (i32)((f0(out0[gid * 8 + (i32)((p0) % 8)])) % 3)] = conv<u8>(f0(bits(p2)));
              } else {
                out0[gid * 8 + (i32)((quotient<u32>(p0, out0[gid * 8 + (i32)((p0) % 8)])) % 8)] = (u32)(f0((u32)(3u)) * ((conv<i64>(v0) >= (i64)(0l)) ? out0[gid * 8 + (i32)((p0) % 8)] : out0[gid * 8 + (i32)((p0) % 8)]));
                hc::atomic_fetch_or(&ts1[(p0) % 16u], out0[gid * 8 + (i32)((shift_right<u32>(out0[gid * 8 + (i32)((p0) % 8)], out0[gid * 8 + (i32)((p0) % 8)])) % 8)]);
              }
            }
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              v1 = conv<f64>((i32)(-(in1[(p0) & 15] >> 1)));
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
void k19(const Launch& L, void* const* B) {
  const u32 p0 = parameter<u32>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const f32 p2 = parameter<f32>(L.seed, 2);
  const i16 p3 = parameter<i16>(L.seed, 3);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::accelerator device;
  hc::array_view<const f64, 1> in0(128, static_cast<f64*>(B[0]));
  hc::array_view<const i32, 1> in1(16, static_cast<i32*>(B[1]));
  hc::array_view<u32, 1> out0(8 * items, static_cast<u32*>(B[2]));
  u8* allocated_out1 = hc::am_alloc(sizeof(u8) * 3 * items, device, 0);
  hc::am_copy(allocated_out1, B[3], sizeof(u8) * 3 * items);
  u8* out1 = allocated_out1;
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[4]));
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
    tile_static u16 ts0[48];
    tile_static u32 ts1[16];
    i32 v0;
    v0 = conv<i32>(gid * 79 + -3);
    f64 v1;
    v1 = conv<f64>(tid * 99 + 5);
    for (i32 total = 48, i = lid; i < total; i += tn) ts0[i] = conv<u16>(i * 77 - 0);
    for (i32 total = 16, i = lid; i < total; i += tn) ts1[i] = conv<u32>(i * 77 - 100);
    t.barrier.wait();
    {
      const i32 nuni1 = (conv<i32>(((t1 <= t2) ? ts0[(p0) % 48u] : ts0[(p0) % 48u])) & 3) + 1;
      t.barrier.wait();
      for (i32 uni1 = nuni1; uni1 > 0; --uni1) {
        {
          hc::atomic_fetch_max(&out0[gid * 8], conv<u32>(template0<f32, 3>(conv<f32>(ts1[(p0) % 16u]), (p2 - p2))));
          for (i32 c2 = 0, endc2 = (i32)(lid & 1); c2 <= endc2; c2 += 2) {
            out0[gid * 8 + (i32)(((u32)((p3 <= p3) ? 1 : 0)) % 8)] = (u32)(((p2 > p2) ? ts1[(p0) % 16u] : out0[gid * 8 + (i32)((conv<u32>(tid)) % 8)]) - ts1[(out0[gid * 8 + (i32)((p0) % 8)]) % 16u]);
            out0[gid * 8 + (i32)((((p2 != p2) ? out0[gid * 8 + (i32)((p0) % 8)] : ts1[(p0) % 16u])) % 8)] = (u32)(p0 * out0[gid * 8 + (i32)((p0) % 8)]);
          }
        }
        t.barrier.wait_with_tile_static_memory_fence();
        const i32 b3 = (conv<i32>(conv<u16>(t0)) & 3) == 0;
        if (b3) break;
        {
          v1 = v1;
          v0 = quotient<i32>(in1[(p0) & 15], v0);
        }
        t.barrier.wait_with_all_memory_fence();
      }
    }
    {
      if ((((l0 < p1) ? out0[gid * 8 + (i32)((p0) % 8)] : out0[gid * 8 + (i32)((p0) % 8)]) <= (u32)((p2 >= p2) ? 1 : 0))) {
        out1[gid * 3 + (i32)((f0(out0[gid * 8 + (i32)((p0) % 8)])) % 3)] = conv<u8>(f0(bits(p2)));
      } else {
        out0[gid * 8 + (i32)((quotient<u32>(p0, out0[gid * 8 + (i32)((p0) % 8)])) % 8)] = (u32)(f0((u32)(3u)) * ((conv<i64>(v0) >= (i64)(0l)) ? out0[gid * 8 + (i32)((p0) % 8)] : out0[gid * 8 + (i32)((p0) % 8)]));
        hc::atomic_fetch_or(&ts1[(p0) % 16u], out0[gid * 8 + (i32)((shift_right<u32>(out0[gid * 8 + (i32)((p0) % 8)], out0[gid * 8 + (i32)((p0) % 8)])) % 8)]);
      }
    }
    t.barrier.wait();
    {
      v1 = conv<f64>((i32)(-(in1[(p0) & 15] >> 1)));
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v1);
      sum[gid] = h;
    }
  }).wait();
  out0.synchronize();
  hc::am_copy(B[3], allocated_out1, sizeof(u8) * 3 * items);
  hc::am_free(allocated_out1);
  sum.synchronize();
}

#endif
}  // namespace RANDOM_PART

#ifdef RANDOM_REFERENCE
void k19_reference(const Launch& L, void* const* B) { RANDOM_PART::k19_items::run(L, B); }
#endif

#ifndef RANDOM_REFERENCE
#include "check.hpp"
void k19_reference(const Launch&, void* const*);
int main(int argc, char** argv) {
  return check(
      {
          {"k19", kernel_part::k19, k19_reference,
           {{"in0", Cell::f64, Fill::any, 128, 0}, {"in1", Cell::i32, Fill::any, 16, 0}, {"out0", Cell::u32, Fill::own, 0, 8}, {"out1", Cell::u8, Fill::own, 0, 3}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{32, 1, 1}, {16, 1, 1}, 361566190}, {{16, 1, 1}, {16, 1, 1}, 229809234}, {{14, 1, 1}, {14, 1, 1}, 879955764}}},
      },
      argc, argv);
}
#endif

