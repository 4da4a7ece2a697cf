// rows: hc.language.standard_library
#include <hc.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

#include "check.hpp"

using namespace hc;

struct item {
  int key;
  float value;
  bool operator<(const item& o) const { return key < o.key; }
};

int all(int i) [[cpu, hc]] {
  std::array<int, 4> a = {{4, 3, 2, 1}};
  a[1] = i;
  a.at(2) = 9;
  std::pair<int, float> p = std::make_pair(i, 0.5f);
  std::tuple<int, char, float> t(1, 'b', 2.5f);
  std::get<0>(t) = i;
  int x = 1, y = 2;
  std::swap(x, y);
  const int total = std::accumulate(a.begin(), a.end(), 0);
  const auto found = std::find(a.begin(), a.end(), 9);
  const int low = *std::min_element(a.begin(), a.end());
  item items[3] = {{3, 1}, {1, 2}, {2, 3}};
  std::swap(items[0], items[1]);
  std::bitset<16> bits(0x5);
  bits.set(3);
  char buffer[8];
  std::memset(buffer, 0, sizeof buffer);
  std::memcpy(buffer, "abc", 4);
  std::complex<float> c(3, 4);
  c = c * std::complex<float>(1, 1) + c;
  std::plus<int> plus;
  std::reverse(a.begin(), a.end());
  std::fill(a.begin() + 1, a.begin() + 2, 7);
  return total + int(found - a.begin()) + low + items[0].key + int(bits.count()) + buffer[2] + int(c.real()) +
         int(c.imag()) + plus(1, 2) + p.first + int(p.second * 2) + std::get<0>(t) + std::get<1>(t) + x * 10 + y + a[0] +
         a[1] + std::max(i, 2) + std::min(1, i) + std::max({1, i, 3}) + std::abs(-i) + std::numeric_limits<char>::max() +
         std::is_same<int, int>::value + int(a.size()) + std::clamp(i, 1, 2);
}

int main() {
  array_view<int> v(5);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = all(i[0]); }).wait();
  for (int i = 0; i < 5; ++i) CHECK(v[i] == all(i));
  return failures();
}
