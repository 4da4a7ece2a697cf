#include <algorithm>
#include <limits>

#include "sortscan.hpp"
#include "sortscan/tile.hpp"

namespace sortscan {
namespace {

template <typename T>
struct plus {
  T operator()(const T& a, const T& b) const __HC__ __CPU__ { return a + b; }
  T neutral() const { return T(0); }
};

template <typename T>
struct smaller {
  T operator()(const T& a, const T& b) const __HC__ __CPU__ { return b < a ? b : a; }
  T neutral() const { return std::numeric_limits<T>::max(); }
};

template <typename T>
struct larger {
  T operator()(const T& a, const T& b) const __HC__ __CPU__ { return a < b ? b : a; }
  T neutral() const { return std::numeric_limits<T>::lowest(); }
};

// A function object as kernel: it is the launch's argument itself.
template <typename T, typename Op>
class reduce_kernel {
 public:
  reduce_kernel(const hc::array_view<const T, 1>& input, const hc::array_view<T, 1>& partial, const Op& op,
                int threads)
      : input(input), partial(partial), op(op), neutral(op.neutral()), threads(threads) {}

  void operator()(hc::tiled_index<1> t) const [[hc]] {
    tile_static T values[tile::SIZE];
    T value = neutral;
    for (int i = t.global[0]; i < input.get_extent()[0]; i += threads) value = op(value, input[i]);
    values[t.local[0]] = value;
    t.barrier.wait();
    for (int half = tile::SIZE / 2; half > 0; half /= 2) {
      if (t.local[0] < half) values[t.local[0]] = op(values[t.local[0]], values[t.local[0] + half]);
      t.barrier.wait();
    }
    if (t.local[0] == 0) partial[t.tile] = values[0];
  }

 private:
  hc::array_view<const T, 1> input;
  hc::array_view<T, 1> partial;
  Op op;
  T neutral;
  int threads;
};

template <typename T, typename Op>
T run(hc::accelerator_view& av, const hc::array_view<T, 1>& input, Op op) {
  const int n = input.get_extent()[0];
  const int tiles = std::max(1, std::min(64, tile::round_up(n, tile::SIZE) / tile::SIZE));
  std::vector<T> results(tiles);
  {
    hc::array_view<T, 1> partial(tiles, results);
    partial.discard_data();
    reduce_kernel<T, Op> kernel(input, partial, op, tiles * tile::SIZE);
    hc::parallel_for_each(av, hc::extent<1>(tiles * tile::SIZE).tile(tile::SIZE), kernel);
  }  // the last view writes back
  T result = op.neutral();
  for (const T& r : results) result = op(result, r);
  return result;
}

}  // namespace

template <typename T>
T reduce(hc::accelerator_view av, const hc::array_view<T, 1>& input, reduction how) {
  switch (how) {
    case reduction::sum: return run(av, input, plus<T>());
    case reduction::minimum: return run(av, input, smaller<T>());
    case reduction::maximum: return run(av, input, larger<T>());
  }
  return T();
}

template int reduce<int>(hc::accelerator_view, const hc::array_view<int, 1>&, reduction);
template float reduce<float>(hc::accelerator_view, const hc::array_view<float, 1>&, reduction);
template double reduce<double>(hc::accelerator_view, const hc::array_view<double, 1>&, reduction);

}  // namespace sortscan
