// Compares every primitive with the standard library's.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "sortscan.hpp"

namespace {

int failures = 0;
std::mt19937 generator(2015);

void report(const std::string& name, size_t n, bool good) {
  if (!good) {
    ++failures;
    std::printf("  wrong: %s of %zu\n", name.c_str(), n);
  }
}

template <typename T>
std::vector<T> random_vector(int n, T low, T high) {
  std::vector<T> v(n);
  for (auto& x : v) x = low + T((high - low) * (generator() / 4294967296.0));
  return v;
}

template <typename T>
void test_scan(hc::accelerator_view av, int n, const char* type) {
  std::vector<T> in = random_vector<T>(n, 0, 16), out(n), expected(n);
  hc::array_view<T, 1> input(n, in), output(n, out);

  sortscan::inclusive_scan(av, input, output);
  output.synchronize();
  std::partial_sum(in.begin(), in.end(), expected.begin());
  auto close = [](T a, T b) { return std::abs(double(a) - double(b)) <= 1e-4 * std::abs(double(b)) + 1e-6; };
  report(std::string("inclusive scan of ") + type, n, std::equal(out.begin(), out.end(), expected.begin(), close));

  sortscan::exclusive_scan(av, input, output);
  bool good = output[0] == T(0);
  for (int i = 1; i < n; ++i) good = good && close(output[i], expected[i - 1]);
  report(std::string("exclusive scan of ") + type, n, good);
}

template <typename T>
void test_reduce(hc::accelerator_view av, int n) {
  std::vector<T> in = random_vector<T>(n, T(-1000), T(1000));
  hc::array_view<T, 1> input(n, in);
  using sortscan::reduction;
  report("minimum", n, sortscan::reduce(av, input, reduction::minimum) == *std::min_element(in.begin(), in.end()));
  report("maximum", n, sortscan::reduce(av, input, reduction::maximum) == *std::max_element(in.begin(), in.end()));
  const double sum = std::accumulate(in.begin(), in.end(), 0.0);
  report("sum", n, std::abs(sortscan::reduce(av, input, reduction::sum) - sum) <= 1e-2 + 1e-4 * std::abs(sum));
}

void test_radix(hc::accelerator_view av, int n) {
  std::vector<unsigned int> keys(n);
  for (auto& k : keys) k = generator() % (n % 2 ? 1000 : 0xFFFFFFFFu);
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  hc::array<unsigned int, 1> device_keys(n, keys.begin(), keys.end(), av);
  hc::array<int, 1> device_order(n, order.begin(), av);
  sortscan::radix_sort(av, device_keys, device_order);

  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
  std::sort(keys.begin(), keys.end());
  const std::vector<unsigned int> got_keys = device_keys;
  const std::vector<int> got_order = device_order;
  report("radix sort, keys", n, got_keys == keys);
  report("radix sort, values", n, got_order == order);
}

template <typename T>
void test_bitonic(hc::accelerator_view av, int n, bool descending) {
  std::vector<T> data = random_vector<T>(n, T(-5000), T(5000)), expected = data;
  {
    hc::array_view<T, 1> view(n, data);
    sortscan::bitonic_sort(av, view, descending);
  }
  if (descending)
    std::sort(expected.begin(), expected.end(), std::greater<T>());
  else
    std::sort(expected.begin(), expected.end());
  report("bitonic sort", n, data == expected);
}

template <typename T>
void test_merge(hc::accelerator_view av, int na, int nb) {
  std::vector<T> a = random_vector<T>(na, T(-500), T(500)), b = random_vector<T>(nb, T(-500), T(500));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<T> out(na + nb), expected(na + nb);
  hc::array_view<const T, 1> first(na, a), second(nb, b);
  hc::array_view<T, 1> output(na + nb, out);
  sortscan::merge(av, first, second, output);
  output.synchronize();
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  report("merge", na + nb, out == expected);
}

void test_compact(hc::accelerator_view av, int n, int divisor) {
  std::vector<int> in = random_vector<int>(n, 0, 100000), out(n, -1), expected;
  hc::array_view<int, 1> input(n, in), output(n, out);
  const int kept = sortscan::compact(av, input, output, [=](int value) [[hc, cpu]] { return value % divisor == 0; });
  output.synchronize();
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [=](int v) { return v % divisor == 0; });
  report("compact", n, kept == int(expected.size()) && std::equal(expected.begin(), expected.end(), out.begin()));
}

}  // namespace

int main(int argc, char* argv[]) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 20000;
  hc::accelerator_view av = hc::accelerator().get_default_view();
  const auto start = std::chrono::high_resolution_clock::now();

  int tests = 0;
  const int sizes[] = {1, 2, 255, 256, 257, 1000, 4096, largest};
  for (int n : sizes) {
    test_scan<int>(av, n, "int");
    test_scan<float>(av, n, "float");
    test_reduce<int>(av, n);
    test_reduce<float>(av, n);
    test_radix(av, n);
    test_bitonic<int>(av, n, false);
    test_bitonic<float>(av, n, true);
    test_merge<int>(av, n, n / 3 + 1);
    test_compact(av, n, 3);
    tests += 13;
  }
  test_scan<double>(av, largest, "double");
  test_reduce<double>(av, largest);
  test_merge<float>(av, 5, largest);
  tests += 6;

  const double seconds =
      std::chrono::duration<double>(std::chrono::high_resolution_clock::now() - start).count();
  std::printf("%d tests in %.2f s\n", tests, seconds);
  std::printf("%s: %d of %d tests wrong\n", failures ? "FAILED" : "PASSED", failures, tests);
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
