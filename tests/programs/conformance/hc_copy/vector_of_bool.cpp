// rows: hc.array.element_types, hc.array.copy, hc.copy.iterators
#include <hc.hpp>
#include <list>
#include <vector>

#include "check.hpp"

int main() {
  const int n = 100;
  std::vector<bool> odd(n);
  for (int i = 0; i < n; ++i) odd[i] = i % 2 == 1;
  hc::array<bool> a(n, odd.begin()), b(n, odd.begin(), odd.end());
  hc::parallel_for_each(hc::extent<1>(n), [&](hc::index<1> i) [[hc]] { a[i] = !a[i]; });
  const std::vector<bool> even = a, same = b;
  CHECK(same == odd);
  std::vector<bool> copied(n);
  hc::copy(a, copied.begin());
  CHECK(copied == even);
  hc::copy(odd.begin(), odd.end(), a);
  std::list<bool> list(n);
  hc::copy_async(a, list.begin()).wait();
  CHECK(std::vector<bool>(list.begin(), list.end()) == odd);
  for (int i = 0; i < n; ++i) CHECK(even[i] == (i % 2 == 0));
  return failures();
}
