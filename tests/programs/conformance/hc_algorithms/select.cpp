// rows: hc.algorithms.select, hc.algorithms.histogram, hc.algorithms.for_each
// flags: -std=c++17
#include "algorithms_check.hpp"

void pointers(int count, int offset) {
  const std::vector<int> v = values<int>(count);
  const auto chosen = [](int x) [[hc, cpu]] { return x % 3 == 0; };
  const Memory<int> in(v, offset), out(v, 1), rest(v, 2);
  std::vector<int> want = v;
  const auto middle = std::stable_partition(want.begin(), want.end(), chosen);
  const auto kept = static_cast<std::size_t>(middle - want.begin());
  CHECK(hc::copy_if(in.span(), out.span(), chosen) == kept);
  CHECK(std::equal(want.begin(), middle, out.read().begin()));
  CHECK(hc::partition_copy(in.span(), out.span(), rest.span(), chosen) == kept);
  CHECK(std::equal(want.begin(), middle, out.read().begin()));
  CHECK(std::equal(middle, want.end(), rest.read().begin()));

  const Memory<unsigned> bins(std::vector<unsigned>(100), 0);
  hc::histogram(in.span(), bins.span(), [](int x) [[hc]] { return x / 4; });
  std::vector<unsigned> counts(100);
  for (const int x : v)
    if (x / 4 >= 0 && x / 4 < 100) ++counts[x / 4];
  CHECK(bins.read() == counts);
}

void in_place(int count) {
  if (count == 0) return;
  std::vector<long long> v = values<long long>(count);
  for (long long& x : v) x /= 200;
  const hc::extent<1> e(count);
  hc::array<long long> array(e, v.begin());
  const auto negative = [](long long x) [[hc, cpu]] { return x < 0; };
  std::vector<long long> want = v;
  const auto middle = std::stable_partition(want.begin(), want.end(), negative);
  CHECK(hc::partition(array, negative) == static_cast<std::size_t>(middle - want.begin()));
  CHECK(std::vector<long long>(array) == want);
  hc::copy(v.begin(), v.end(), array);
  want = v;
  want.erase(std::unique(want.begin(), want.end()), want.end());
  CHECK(hc::unique(array) == want.size());
  const std::vector<long long> got = array;
  CHECK(std::equal(want.begin(), want.end(), got.begin()));
  hc::array_view<long long> view(array);
  hc::for_each(view, [](long long& x) [[hc]] { x = 2 * x + 1; });
  for (int i = 0; i < count; ++i) CHECK(view[i] == 2 * got[i] + 1);
}

// More bins than tile_static memory has place for.
void many_bins() {
  const int count = 50000, bins = 10000;
  std::vector<unsigned> v(count), counts(bins);
  for (int i = 0; i < count; ++i) ++counts[v[i] = static_cast<unsigned>(i) * 7919u % (bins + 100) % bins];
  hc::array_view<const unsigned> view(count, v);
  hc::array_view<unsigned> out(bins);
  hc::histogram(view, out, [](unsigned x) [[hc]] { return x; });
  CHECK(std::equal(counts.begin(), counts.end(), out.data()));
}

int main() {
  for_sizes([](int count) {
    pointers(count, 0);
    pointers(count, 1);
    in_place(count);
  });
  many_bins();
  return failures();
}
