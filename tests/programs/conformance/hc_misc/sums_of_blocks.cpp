// rows: hc.parallel_for_each.extent
// Sums of whole numbers over two loops, one in the other: from other numbers than 0 on, of narrow and wide types,
// past their limits, asked for on the way, and in loops that may not run.
#include <hc.hpp>

#include <cstdint>
#include <vector>

#include "check.hpp"

constexpr int width = 64, side = 8, blocks = width / side;

template <class T>
struct Block {
  const T* in;
  int y, x, rows;

  T at(int v, int u) const [[cpu, hc]] { return in[(y * side + v) * width + x * side + u]; }

  T sum(T from) const [[cpu, hc]] {
    for (int v = 0; v < rows; ++v)
      for (int u = 0; u < side; ++u) from += at(v, u);
    return from;
  }
  T differences(T from) const [[cpu, hc]] {
    for (int v = 0; v < rows; ++v)
      for (int u = 0; u < side; ++u) from += at(v, u) > in[u] ? at(v, u) - in[u] : in[u] - at(v, u);
    return from;
  }
  T least_of_rows(T from) const [[cpu, hc]] {  // each round asks for the sum
    T least = from;
    for (int v = 0; v < rows; ++v) {
      for (int u = 0; u < side; ++u) from += at(v, u);
      least = from < least ? from : least;
    }
    return least;
  }
  int equal() const [[cpu, hc]] {
    int count = y;
    for (int v = 0; v < rows; ++v)
      for (int u = 0; u < side; ++u) count += at(v, u) == in[u];
    return count;
  }
  std::uint64_t value(T from) const [[cpu, hc]] {
    return static_cast<std::uint64_t>(sum(from)) + 3 * static_cast<std::uint64_t>(differences(from)) +
           5 * static_cast<std::uint64_t>(least_of_rows(from)) + 7 * static_cast<std::uint64_t>(equal());
  }
};

template <class T>
void try_type(int rows) {
  std::vector<T> in(width * width);
  unsigned state = 9;
  for (T& value : in) value = static_cast<T>((state = state * 1664525 + 1013904223) >> 12);
  std::vector<std::uint64_t> out(blocks * blocks);
  {
    hc::array_view<const T, 1> from(width * width, in);
    hc::array_view<std::uint64_t, 1> to(blocks * blocks, out);
    hc::parallel_for_each(hc::extent<2>(blocks, blocks), [=](hc::index<2> i) [[hc]] {
      const Block<T> block = {&from[0], i[0], i[1], rows};
      to[i[0] * blocks + i[1]] = block.value(static_cast<T>(i[1] * 37));
    });
  }
  for (int i = 0; i < blocks * blocks; ++i) {
    const Block<T> block = {in.data(), i / blocks, i % blocks, rows};
    CHECK(out[i] == block.value(static_cast<T>(i % blocks * 37)));
  }
}

int main() {
  for (const int rows : {0, 1, 7, 8}) {
    try_type<std::uint8_t>(rows);
    try_type<std::uint16_t>(rows);
    try_type<std::uint32_t>(rows);
    try_type<std::uint64_t>(rows);
  }
  return failures();
}
