// rows: hc.programs.whole
#include <algorithm>
#include <cstdlib>
#include <experimental/algorithm>
#include <experimental/execution_policy>
#include <experimental/numeric>
#include <hc.hpp>
#include <numeric>
#include <vector>
namespace stdp = std::experimental::parallel;
int main() {
  const int n = 1000;
  std::vector<int> v(n), w(n), r(n);
  std::iota(v.begin(), v.end(), 1);
  stdp::for_each(stdp::par, v.begin(), v.end(), [](int& x) [[hc]] [[cpu]] { x *= 2; });
  if (v[9] != 20) return 1;
  stdp::transform(stdp::par, v.begin(), v.end(), w.begin(), [](int x) [[hc, cpu]] { return x + 1; });
  if (w[0] != 3) return 2;
  stdp::transform(stdp::par_vec, v.begin(), v.end(), w.begin(), r.begin(), std::plus<int>());
  if (r[1] != 4 + 5) return 3;
  if (stdp::reduce(stdp::par, v.begin(), v.end(), 0, std::plus<int>()) != n * (n + 1)) return 4;
  stdp::inclusive_scan(stdp::par, v.begin(), v.end(), r.begin());
  if (r[n - 1] != n * (n + 1)) return 5;
  stdp::exclusive_scan(stdp::par, v.begin(), v.end(), r.begin(), 0);
  if (r[0] != 0 || r[2] != 6) return 6;
  std::reverse(v.begin(), v.end());
  stdp::sort(stdp::par, v.begin(), v.end());
  if (!std::is_sorted(v.begin(), v.end())) return 7;
  if (stdp::count_if(stdp::par, v.begin(), v.end(), [](int x) [[hc, cpu]] { return x % 4 == 0; }) != n / 2)
    return 8;
  if (*stdp::max_element(stdp::par, v.begin(), v.end()) != 2 * n) return 9;
  if (stdp::inner_product(stdp::par, v.begin(), v.begin() + 3, v.begin(), 0) != 4 + 16 + 36) return 10;
  if (stdp::transform_reduce(
          stdp::par, v.begin(), v.end(), [](int x) [[hc, cpu]] { return x / 2; }, 0,
          [](int a, int b) [[hc, cpu]] { return a + b; }) != n * (n + 1) / 2)
    return 11;
  stdp::fill(stdp::par, w.begin(), w.end(), 7);
  stdp::execution_policy ep = stdp::seq;
  stdp::generate(ep, r.begin(), r.end(), [] [[hc, cpu]] { return 3; });
  if (!stdp::all_of(stdp::par, w.begin(), w.end(), [](int x) [[hc, cpu]] { return x == 7; })) return 12;
  stdp::adjacent_difference(stdp::par, v.begin(), v.end(), r.begin());
  return r[5] == 2 ? 0 : 13;
}
