// rows: hc.parallel_for_each.extent
// Random numbers of signed 32 bits wrap in kernels as on all devices, also where they are then 64 bits wide.
#include <hc.hpp>

#include <vector>

#include "check.hpp"

namespace {
constexpr int COUNT = 1000;
constexpr long MODULUS = 2147483647;

int next(int seed) {
  return static_cast<int>(static_cast<unsigned>(seed) * 1103515245U + 12345U);
}
}  // namespace

int main() {
  std::vector<int> seeds(COUNT);
  for (int i = 0; i < COUNT; ++i) seeds[i] = 17 * i + 3;
  std::vector<int> loaded = seeds, of_ids(COUNT);
  std::vector<double> parts(COUNT);
  {
    const hc::array_view<int> by_load(COUNT, loaded), by_id(COUNT, of_ids);
    const hc::array_view<double> part(COUNT, parts);
    hc::parallel_for_each(by_load.get_extent(), [=](hc::index<1> i) [[hc]] {
      const int number = 1103515245 * by_load[i] + 12345;
      by_load[i] = static_cast<int>(number % MODULUS);
      part[i] = static_cast<double>(static_cast<long>(number));
      const int hashed = 1103515245 * i[0] + 12345;
      by_id[i] = static_cast<int>(hashed % MODULUS);
    }).wait();
  }
  for (int i = 0; i < COUNT; ++i) {
    CHECK(loaded[i] == next(seeds[i]) % MODULUS);
    CHECK(parts[i] == next(seeds[i]));
    CHECK(of_ids[i] == next(i) % MODULUS);
  }
  return failures();
}
