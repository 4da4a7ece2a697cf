// Random kernels, seed 500001.
// device: opencl
// level: -O0
// Was: the target 'spirv' can't compile this: instruction expected to be numbered '%24' or greater.
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  i16 v0;
  i32 v1;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& v0 = I.v0; auto& v1 = I.v1;
void run(const Launch& L, void* const* B) {
  const f64 p0 = parameter<f64>(L.seed, 0);
  const u8 p1 = parameter<u8>(L.seed, 1);
  const u8 p2 = parameter<u8>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  f16* in0 = static_cast<f16*>(B[0]);
  i32* out0 = static_cast<i32*>(B[1]);
  f64* near = static_cast<f64*>(B[2]);
  u64* sum = static_cast<u64*>(B[3]);
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
            v0 = conv<i16>(gid * 34 + 9);
            v1 = conv<i32>(gid * 29 + -3);
          });
          each([&](const Where& W, Item& I) {
            ITEM
            {
              {
                i32* q1 = (g0 != gid) ? &v1 : (&out0[gid * 3]);
                {
                q1[(conv<u32>(out0[gid * 3 + (i32)((conv<u32>(v1)) % 3)])) % 1] = (i32)(((f32)(5.0f) >= conv<f32>(gid)) ? 1 : 0);
                if ((in0[gid & 15] >= in0[(conv<u32>(v1)) & 15])) q1 = &v1;
                i16 y2[4] = {(i16)((i16)((i16)(8) ^ v0) ^ (i16)((p1 < p2) ? 1 : 0)), (i16)(-v0)};
                v0 = (i16)(-y2[((u32)(3u)) % 4]);
              }
              }
              if (((f32)((f32)(1.0f) * conv<f32>(v0)) != (conv<f32>(out0[gid * 3 + (i32)((conv<u32>(gid)) % 3)]) * conv<f32>(out0[gid * 3 + (i32)((conv<u32>(lid)) % 3)])))) {
                if ((((u32)((g2 > out0[gid * 3 + (i32)((conv<u32>(v0)) % 3)]) ? 1 : 0) & 3) == 1)) {
                  v0 = (i16)(v0 | v0);
                }
              } else {
                for (i32 c3 = (i32)(rest<u32>((u32)(3922724705u), (u32)((p0 < p0) ? 1 : 0)) & 7); c3 > 0; --c3) {
                  v1 = v1;
                }
                out0[gid * 3 + (i32)(((u32)(conv<u32>(l0) + conv<u32>(in0[gid & 15]))) % 3)] = shift_right<i32>(lid, conv<u32>(lid));
              }
              near[gid] = m_cos(m_fmin(m_fmax((f64)(p0 - conv<f64>(v0)), (f64)0.01), (f64)20));
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
void k0(const Launch& L, void* const* B) {
  const f64 p0 = parameter<f64>(L.seed, 0);
  const u8 p1 = parameter<u8>(L.seed, 1);
  const u8 p2 = parameter<u8>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2];
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  const i32 items = L.extent[0] * e1 * e2;
  hc::accelerator device;
  hc::array_view<const f16, 1> in0(16, static_cast<f16*>(B[0]));
  i32* allocated_out0 = hc::am_alloc(sizeof(i32) * 3 * items, device, 0);
  hc::am_copy(allocated_out0, B[1], sizeof(i32) * 3 * items);
  i32* out0 = allocated_out0;
  f64* allocated_near = hc::am_alloc(sizeof(f64) * 1 * items, device, 0);
  hc::am_copy(allocated_near, B[2], sizeof(f64) * 1 * items);
  f64* near = allocated_near;
  hc::array_view<u64, 1> sum(1 * items, static_cast<u64*>(B[3]));
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
    i16 v0;
    v0 = conv<i16>(gid * 34 + 9);
    i32 v1;
    v1 = conv<i32>(gid * 29 + -3);
    {
      {
        i32* q1 = (g0 != gid) ? &v1 : (&out0[gid * 3]);
        {
        q1[(conv<u32>(out0[gid * 3 + (i32)((conv<u32>(v1)) % 3)])) % 1] = (i32)(((f32)(5.0f) >= conv<f32>(gid)) ? 1 : 0);
        if ((in0[gid & 15] >= in0[(conv<u32>(v1)) & 15])) q1 = &v1;
        i16 y2[4] = {(i16)((i16)((i16)(8) ^ v0) ^ (i16)((p1 < p2) ? 1 : 0)), (i16)(-v0)};
        v0 = (i16)(-y2[((u32)(3u)) % 4]);
      }
      }
      if (((f32)((f32)(1.0f) * conv<f32>(v0)) != (conv<f32>(out0[gid * 3 + (i32)((conv<u32>(gid)) % 3)]) * conv<f32>(out0[gid * 3 + (i32)((conv<u32>(lid)) % 3)])))) {
        if ((((u32)((g2 > out0[gid * 3 + (i32)((conv<u32>(v0)) % 3)]) ? 1 : 0) & 3) == 1)) {
          v0 = (i16)(v0 | v0);
        }
      } else {
        for (i32 c3 = (i32)(rest<u32>((u32)(3922724705u), (u32)((p0 < p0) ? 1 : 0)) & 7); c3 > 0; --c3) {
          v1 = v1;
        }
        out0[gid * 3 + (i32)(((u32)(conv<u32>(l0) + conv<u32>(in0[gid & 15]))) % 3)] = shift_right<i32>(lid, conv<u32>(lid));
      }
      near[gid] = m_cos(m_fmin(m_fmax((f64)(p0 - conv<f64>(v0)), (f64)0.01), (f64)20));
      u64 h = 1;
      h = mix(h, v0);
      h = mix(h, v1);
      sum[gid] = h;
    }
  }).wait();
  hc::am_copy(B[1], allocated_out0, sizeof(i32) * 3 * items);
  hc::am_free(allocated_out0);
  hc::am_copy(B[2], allocated_near, sizeof(f64) * 1 * items);
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
           {{"in0", Cell::f16, Fill::any, 16, 0}, {"out0", Cell::i32, Fill::own, 0, 3}, {"near", Cell::f64, Fill::approx, 0, 1}, {"sum", Cell::u64, Fill::own, 0, 1}},
           {{{228, 1, 1}, {1, 1, 1}, 1071228553}}},
      },
      argc, argv);
}
#endif
