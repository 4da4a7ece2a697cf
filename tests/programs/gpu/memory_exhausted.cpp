// T10: allocate until the GPU's memory is used up, free all, again and again: as many blocks each time.
// Argument: the number of cycles, 1000 by default.
#include <cstdio>
#include <cstdlib>
#include <hc.hpp>
#include <memory>
#include <vector>

int main(int argc, char** argv) {
  const int cycles = argc > 1 ? std::atoi(argv[1]) : 1000;
  constexpr int elements = 256 << 20;  // 1 GiB of float
  hc::accelerator_view view = hc::accelerator().get_default_view();
  std::size_t first = 0;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    std::vector<std::unique_ptr<hc::array<float>>> blocks;
    try {
      for (;;) blocks.push_back(std::make_unique<hc::array<float>>(elements, view));
    } catch (const hc::out_of_memory&) {
    } catch (const std::exception& error) {
      std::printf("FAILED: another error: %s\n", error.what());
      return 1;
    }
    if (cycle == 0) first = blocks.size();
    if (blocks.size() != first || first == 0) {
      std::printf("FAILED: %zu blocks in cycle 0, %zu in cycle %d\n", first, blocks.size(), cycle);
      return 1;
    }
  }
  // Everything works as before.
  hc::array_view<int> data(1000);
  hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] = i[0]; }).wait();
  if (data[999] != 999) {
    std::puts("FAILED: a kernel after the last cycle");
    return 1;
  }
  std::printf("PASSED: %d cycles of %zu blocks of 1 GiB\n", cycles, first);
  return 0;
}
