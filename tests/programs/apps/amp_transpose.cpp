// Tiled transpose with array captured by reference, accelerator enumeration, copy with iterators.
#include <amp.h>

#include <iostream>
#include <numeric>
#include <vector>

namespace amp = concurrency;

static const int TS = 16;

void transpose(const amp::array<float, 2>& in, amp::array<float, 2>& out) {
  amp::parallel_for_each(
      in.extent.tile<TS, TS>(), [ =, &in, &out ](amp::tiled_index<TS, TS> t) restrict(amp) {
        tile_static float block[TS][TS + 1];
        block[t.local[0]][t.local[1]] = in[t.global];
        t.barrier.wait_with_tile_static_memory_fence();
        amp::index<2> to(t.tile_origin[1] + t.local[0], t.tile_origin[0] + t.local[1]);
        out[to] = block[t.local[1]][t.local[0]];
      });
}

int main() {
  std::vector<amp::accelerator> all = amp::accelerator::get_all();
  bool cpu_seen = false;
  for (const amp::accelerator& a : all) {
    if (a.device_path == amp::accelerator::cpu_accelerator) cpu_seen = true;
    if (a.description.empty()) return 2;
  }
  if (!cpu_seen) return 3;
  amp::accelerator acc(amp::accelerator::default_accelerator);
  std::wcout.setstate(std::ios::failbit);  // silent: only the wide output's compilation matters
  std::wcout << acc.description << L" " << acc.dedicated_memory << std::endl;

  const int n = 64, m = 128;
  std::vector<float> source(n * m), result(n * m, -1.0f);
  std::iota(source.begin(), source.end(), 0.0f);
  amp::array<float, 2> in(n, m, source.begin(), source.end(), acc.default_view);
  amp::array<float, 2> out(m, n, acc.default_view);
  transpose(in, out);
  amp::copy(out, result.begin());
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < m; ++c)
      if (result[c * n + r] != source[r * m + c]) {
        std::cout << "wrong at " << r << ", " << c << "\n";
        return 1;
      }
  return 0;
}
