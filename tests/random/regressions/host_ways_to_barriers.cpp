// Random kernels, seed 830100000.
// device: host
// level: -O0
// Was: wrong
// flags: -ffp-contract=off -fwrapv
#include "random_kernels.hpp"

namespace RANDOM_PART {
#ifdef RANDOM_REFERENCE
namespace k0_items {
struct Item {
  vec<u8, 3> w0;
};
#define ITEM const i32 g0 = W.g0; const i32 g1 = W.g1; const i32 g2 = W.g2; const i32 l0 = W.l0; const i32 l1 = W.l1; const i32 l2 = W.l2; const i32 t0 = W.t0; const i32 t1 = W.t1; const i32 t2 = W.t2; const i32 gid = W.gid; const i32 lid = W.lid; const i32 tid = W.tid; auto& w0 = I.w0;
void run(const Launch& L, void* const* B) {
  const i16 p0 = parameter<i16>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const i32 p2 = parameter<i32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  u64* sum = static_cast<u64*>(B[0]);
  static Where wheres[64];
  static Item items[64];
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
            w0 = vec<u8, 3>(conv<u8>(gid * 14 + -9));
          });
          {
            const i32 nuni1 = ((i32)1 & 3) + 0;
            for (i32 uni1 = nuni1; uni1 > 0; --uni1) {
              each([&](const Where& W, Item& I) {
                ITEM
                {
                  for (i32 ol2a = (i32)((u32)1 & 3); ol2a > 0; --ol2a) {
                    for (i32 ol2b = 0; ol2b < 3; ++ol2b) {
                      {
                  }
                      if ((i32)0) goto outol2;
                      if (l2) goto outol2;
                    }
                    {
                  }
                    
                  }
                  {
                    w0.x = (u8)0;
                  }
                  outol2:;
                }
              });
            }
          }
          each([&](const Where& W, Item& I) {
            ITEM
            {
              u64 h = 1;
              h = mix(h, w0.x); h = mix(h, w0.y); h = mix(h, w0.z);
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
  const i16 p0 = parameter<i16>(L.seed, 0);
  const i32 p1 = parameter<i32>(L.seed, 1);
  const i32 p2 = parameter<i32>(L.seed, 2);
  const i32 e1 = L.extent[1], e2 = L.extent[2], all_items = L.extent[0] * e1 * e2;
  const i32 n1 = L.tile[1], n2 = L.tile[2], tn = L.tile[0] * n1 * n2;
  const i32 tiles1 = (e1 + n1 - 1) / n1, tiles2 = (e2 + n2 - 1) / n2;
  hc::array_view<u64, 1> sum(1 * all_items, static_cast<u64*>(B[0]));
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
    vec<u8, 3> w0;
    w0 = vec<u8, 3>(conv<u8>(gid * 14 + -9));
    {
      const i32 nuni1 = ((i32)1 & 3) + 0;
      for (i32 uni1 = nuni1; uni1 > 0; --uni1) {
        {
          for (i32 ol2a = (i32)((u32)1 & 3); ol2a > 0; --ol2a) {
            for (i32 ol2b = 0; ol2b < 3; ++ol2b) {
              {
          }
              if ((i32)0) goto outol2;
              if (l2) goto outol2;
            }
            {
          }
            
          }
          {
            w0.x = (u8)0;
          }
          outol2:;
        }
        wait_after([] {}, t.barrier);
      }
    }
    {
      u64 h = 1;
      h = mix(h, w0.x); h = mix(h, w0.y); h = mix(h, w0.z);
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
           {{"sum", Cell::u64, Fill::own, long(0), long(1)}},
           {{{1, 32, 2}, {1, 32, 2}, 695859052}}},
      },
      argc, argv);
}
#endif
