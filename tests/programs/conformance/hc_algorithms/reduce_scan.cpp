// rows: hc.algorithms.ranges, hc.algorithms.reduce, hc.algorithms.scan, hc.algorithms.async
// flags: -std=c++17
#include "algorithms_check.hpp"

template <class Op, class T>
std::vector<T> scanned(const std::vector<T>& v, const T* init, bool inclusive, const Op& op) {
  std::vector<T> out;
  T sum = init ? *init : T();
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!inclusive) out.push_back(sum);
    sum = init || i > 0 ? op(sum, v[i]) : v[i];
    if (inclusive) out.push_back(sum);
  }
  return out;
}

void pointers(int count, int offset) {
  const std::vector<int> v = values<int>(count);
  const Memory<int> in(v, offset), out(v, 2 * offset);
  const int init = 5;
  hc::inclusive_scan(in.span(), out.span());
  CHECK(out.read() == scanned(v, static_cast<const int*>(nullptr), true, std::plus<int>()));
  hc::exclusive_scan(in.span(), in.span(), init);
  CHECK(in.read() == scanned(v, &init, false, std::plus<int>()));
  CHECK(hc::reduce(out.span(), 3) == std::accumulate(v.begin(), v.end(), 3, [sum = 0](int a, int e) mutable {
          return a + (sum += e);
        }));
}

void in_order(int count) {
  if (count == 0) return;
  const std::vector<Affine> v = values<Affine>(count);
  const Affine init{2, 3, 4};
  hc::extent<1> e(count);
  hc::array<Affine> in(e, v.begin()), out(e);
  hc::completion_future done = hc::inclusive_scan_async(in, out, Compose());
  CHECK(done.valid());
  done.wait();
  CHECK(std::vector<Affine>(out) == scanned(v, static_cast<const Affine*>(nullptr), true, Compose()));
  const hc::accelerator_view queue = in.get_accelerator_view();
  hc::exclusive_scan(queue, in, out, init, Compose());
  CHECK(std::vector<Affine>(out) == scanned(v, &init, false, Compose()));
}

void views(int count) {
  std::vector<short> v = values<short>(count + 1);
  if (count == 0) return;
  const hc::array_view<const short> all(count + 1, v);
  const auto part = all.section(1, count);  // an odd address
  const auto sum = [](long long a, long long b) [[hc, cpu]] { return a + b; };
  const auto square = [](short x) [[hc, cpu]] { return static_cast<long long>(x) * x; };
  long long want = 7;
  std::vector<long long> squares;
  for (int i = 1; i <= count; ++i) want += square(v[i]), squares.push_back(want - 7);
  CHECK(hc::transform_reduce(part, 7ll, sum, square) == want);
  hc::array_view<long long> result(count);
  hc::transform_inclusive_scan(part, result, sum, square);
  CHECK(std::equal(squares.begin(), squares.end(), result.data()));
}

int main() {
  for_sizes([](int count) {
    pointers(count, 0);
    pointers(count, 1);
    in_order(count);
    views(count);
  });
  return failures();
}
