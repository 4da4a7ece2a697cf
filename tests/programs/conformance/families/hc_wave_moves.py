"""HC's exchanges of values between the lanes of a wave, for each type that they take."""

from __future__ import annotations

from collections.abc import Iterator

# name -> (call over the value v and the work-item's number i, lane that the result comes from or -1 for zero)
MOVES = {
    "shfl": ("__shfl(v, (i * 3 + 1) % W)", "(i * 3 + 1) % W"),
    "shfl_part": ("__shfl(v, 1, (W + 1) / 2)", "lane / H * H + 1 % H"),
    "shfl_up": ("__shfl_up(v, 2)", "lane >= 2 ? lane - 2 : lane"),
    "shfl_down": ("__shfl_down(v, 3)", "lane + 3 < W ? lane + 3 : lane"),
    "shfl_xor": ("__shfl_xor(v, 5)", "(lane ^ 5) < W ? lane ^ 5 : lane"),
    "bpermute": ("__amdgcn_ds_bpermute(4 * (i * 5 + 2), v)", "(i * 5 + 2) % W"),
    "permute": ("__amdgcn_ds_permute(4 * (i + 1), v)", "(lane + W - 1) % W"),
    "swizzle": ("__amdgcn_ds_swizzle(v, 0x041f)", "(lane ^ 1) < W ? lane ^ 1 : -1"),
    "move_dpp": ("__amdgcn_move_dpp(v, 0x111, 15, 15, true)", "lane % 16 ? lane - 1 : -1"),
    "wave_sr1": ("__amdgcn_wave_sr1(v, true)", "lane - 1"),
    "wave_sl1": ("__amdgcn_wave_sl1(v, true)", "lane + 1 < W ? lane + 1 : -1"),
    "wave_rr1": ("__amdgcn_wave_rr1(v)", "(lane + W - 1) % W"),
    "wave_rl1": ("__amdgcn_wave_rl1(v)", "(lane + 1) % W"),
}

PROGRAM = """// rows: hc.wave.{row}
#include <hc.hpp>

#include "check.hpp"

template <class T>
static void moves() {{
  const int n = 128;
  hc::array_view<int> size(1);
  hc::array_view<T> result(n);
  hc::parallel_for_each(hc::extent<1>(n).tile(n), [=](hc::tiled_index<1> t) [[hc]] {{
    const int i = t.global[0], W = static_cast<int>(__wavesize());
    if (i == 0) size[0] = W;
    const T v = T(i + 100);
    result[i] = {call};
  }}).wait();
  const int W = size[0], H = (W + 1) / 2;
  static_cast<void>(H);
  for (int i = 0; i < n; ++i) {{
    const int lane = i % W, begin = i - lane;
    static_cast<void>(lane);
    const int source = {source};
    CHECK(result[i] == (source < 0 ? T(0) : T(begin + source + 100)));
  }}
}}

int main() {{
  moves<int>();
  moves<unsigned>();
  moves<float>();
  return failures();
}}
"""


def programs() -> Iterator[tuple[str, str]]:
    for name, (call, source) in MOVES.items():
        yield name, PROGRAM.format(row=name.removesuffix("_part"), call=call, source=source)
