// Random kernels, seed 7700071.
// device: host
// level: -O2
// Was: wrong
// flags: -ffp-contract=off
#include "random_kernels.hpp"

namespace RANDOM_PART {
static f16 f0(i32 p0, f16 p1, i8 p2) {
  u32 x1 = quotient<u32>(smaller<u32>(conv<u32>(conv<u16>(p0)), (u32)(conv<u32>(p1) - (u32)(2147483647u))), (u32)(((i64)(~conv<i64>(p1)) >= ((p0 <= p0) ? (i64)(7l) : conv<i64>(p0))) ? 1 : 0));
  p1 = (f16)(p1 * p1);
  return conv<f16>(conv<u32>(p2));
}
inline i32 f1(u32 p0, u32* p) {
  {
    u32* q2 = ((conv<i32>(p[(p0) % 1]) & 3) == 1) ? p : (&p0);
    {
    switch (conv<i32>(p[(conv<u32>(conv<f16>(q2[(p0) % 1]))) % 1]) & 3) {
      case 1: {
      u8 x3 = conv<u8>(q2[((u32)(q2[(p0) % 1] | p0)) % 1]);
      q2[(p0) % 1] = p[(p0) % 1];
    }
      default: {
      u64 z4 = (u64)(conv<u64>(p0) + trailing_zeros<u64>(conv<u64>(p[(p0) % 1])));
      {
        u8 raw[8];
        std::memcpy(raw, &z4, 8);
        raw[(conv<u32>(f0((i32)(47), conv<f16>(q2[(p0) % 1]), conv<i8>(q2[(p0) % 1])))) % 8] ^= (u8)conv<u8>(p0);
        std::memcpy(&z4, raw, 8);
      }
    } break;
    }
    q2[(p[(p[((u32)(79u)) % 1]) % 1]) % 1] ^= bits(from_bits(q2[(p0) % 1]));
    {
      i32 c5 = (i32)(absolute<u32>(q2[(p0) % 1]) & 3) + 1;
      if (((conv<i32>(p0) & 3) == 1)) goto middlec5;
    firstc5:
      {
      p[(conv<u32>(conv<f64>(p[(p0) % 1]))) % 1] = (u32)(p0 ^ q2[(p0) % 1]);
      p0 = (u32)(p[(p0) % 1] ^ q2[(p0) % 1]);
    }
    middlec5:
      {
      q2[(quotient<u32>(p0, q2[(p0) % 1])) % 1] = (u32)(q2[(p0) % 1] & p[(p0) % 1]);
      q2[((u32)((conv<f16>(c5) == conv<f16>(p0)) ? 1 : 0)) % 1] = (u32)(-q2[(p0) % 1]);
    }
      if (--c5 > 0) goto firstc5;
    }
  }
  }
  return conv<i32>(p0);
}
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  u32 v1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v1 = I.v1;
void run(const Launch& L, void* const* B) {
  const i64 p0 = parameter<i64>(L.seed, 0);
  const u16 p1 = parameter<u16>(L.seed, 1);
  const u8 p2 = parameter<u8>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u32* in0 = static_cast<u32*>(B[0]);
  f16* out0 = static_cast<f16*>(B[1]);
  u32* at0 = static_cast<u32*>(B[2]);
  f32* near = static_cast<f32*>(B[3]);
  u64* sum = static_cast<u64*>(B[4]);
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
            v1 = conv<u32>(lid * 68 + 8);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              hc::atomic_fetch_and(&at0[(conv<u32>(f1(in0[gid & 63], &v1))) % 33], conv<u32>((i16)(conv<i16>(v1) ^ (i16)(16383))));
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
  const i64 p0 = parameter<i64>(L.seed, 0);
  const u16 p1 = parameter<u16>(L.seed, 1);
  const u8 p2 = parameter<u8>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::accelerator device;
  hc::array_view<const u32, 1> in0(64, static_cast<u32*>(B[0]));
  hc::array_view<f16, 1> out0(2 * items, static_cast<f16*>(B[1]));
  hc::array_view<u32, 1> at0(33, static_cast<u32*>(B[2]));
  f32* allocated_near = hc::am_alloc(sizeof(f32) * 1 * items, device, 0);
  hc::am_copy(allocated_near, B[3], sizeof(f32) * 1 * items);
  f32* near = allocated_near;
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
    u32 v1;
    v1 = conv<u32>(lid * 68 + 8);
    {
      hc::atomic_fetch_and(&at0[(conv<u32>(f1(in0[gid & 63], &v1))) % 33], conv<u32>((i16)(conv<i16>(v1) ^ (i16)(16383))));
      u64 h = 1;
      h = mix(h, v1);
      sum[gid] = h;
    }
  }).wait();
  out0.synchronize();
  at0.synchronize();
  hc::am_copy(B[3], allocated_near, sizeof(f32) * 1 * items);
  hc::am_free(allocated_near);
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
           {{"in0", Cell::u32, Fill::any, 64, 0}, {"out0", Cell::f16, Fill::own, 0, 2}, {"at0", Cell::u32, Fill::small, 33, 0}, {"near", Cell::f32, Fill::approx, 0, 1}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{14, 1, 1}, {14, 1, 1}, 559039607}}},
      },
      argc, argv);
}
#endif
