// rows: hc.parallel_for_each.extent
// Where work-items come from different loops, each keeps what its own loop computed, also where that is one
// number for all work-items of the loop.
// flags: -fwrapv
#include <hc.hpp>

#include <vector>

#include "check.hpp"

template <class F>
void try_form(F form) {
  const int items = 64;
  std::vector<int> b(items);
  std::vector<unsigned> r(items);
  for (int turns = 0; turns < 6; ++turns) {
    for (int i = 0; i < items; ++i) b[i] = i;
    b[0] = turns;
    hc::array_view<const int> B(items, b);
    hc::array_view<unsigned> R(items, r);
    hc::parallel_for_each(hc::extent<1>(items), [=](hc::index<1> i) [[hc]] { R[i] = form(B, i[0]); });
    R.synchronize();
    for (int i = 0; i < items; ++i) CHECK(r[i] == form(b.data(), i));
  }
}

#define FORM(STATEMENTS)                                  \
  try_form([](const auto& B, int g) [[cpu, hc]] {         \
    unsigned now = 1, s = 0;                              \
    const int t = B[0] & 31;                              \
    int k = 0;                                            \
    STATEMENTS                                            \
    return s + now;                                       \
  });
#define LOOP(FACTOR, STEP) do { now = now * FACTOR + 1u; STEP; } while (++k < t);

int main() {
  FORM(for (; k < t; ++k) { now = now * 3u + 1u; if (B[g] & 1) s += now; })
  FORM(if (B[g] & 1) { LOOP(5u, s += now) } else { LOOP(3u, s ^= now) })
  FORM(if (t > 0) { if (B[g] & 1) { LOOP(3u, s += now) } else { LOOP(3u, s += 0) } })
  FORM(if (B[g] & 1) { now = B[1]; LOOP(5u, s += now) } else { now = B[2] * 7; LOOP(3u, s ^= now) })
  FORM(if (B[g] & 1) { LOOP(5u, s += now) s += B[1] * 3; } else { LOOP(3u, s ^= now) s ^= B[2]; })
  FORM(if (B[g] & 1) { LOOP(5u, if (now & 4) s += B[now & 7] / (B[k & 63] | 1)) } else { LOOP(3u, s ^= now) })
  FORM(if (B[g] & 1) { LOOP(5u, s += now) } else if (B[g] & 2) { LOOP(3u, s ^= now) } else { LOOP(7u, s -= now) })
  FORM(for (int o = 0; o <= t; ++o) { k = 0; if (B[g] >> o & 1) { LOOP(5u, s += now) } else { LOOP(3u, s ^= now) } })
  FORM(if (B[g] & 1) { LOOP(5u, s += now) } else { if (t > 3) s = B[3]; else s = B[2] * 5; })
  FORM(switch (B[g] & 3) { case 0: LOOP(5u, s += now) break; case 1: LOOP(3u, s ^= now) break; default: s = 9; })
  FORM(for (; k < t; ++k) { const unsigned next = now * 3u + s; if (B[g] & 1) s ^= now; now = next; })
  FORM(for (; k < 20; ++k) { now = now * 3u + 1u; if (k == B[g]) { s = 7; break; } })
  return failures();
}
