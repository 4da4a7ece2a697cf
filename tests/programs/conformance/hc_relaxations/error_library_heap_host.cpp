// rows: hc.rules.heap
// flags: --targets=host
// The host's kernels could call operator new: what is refused does not depend on the targets.
#include <hc.hpp>

#include <algorithm>
#include <memory>

struct node {
  std::unique_ptr<int> value;
};

int of(int n) {
  node made{std::make_unique<int>(n)};  // expected-error {{'std::make_unique' is not allowed in a kernel where it}}
  return *made.value;
}

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = of(i[0]); });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int sorted[3] = {3, 1, i[0]};
    std::stable_sort(sorted, sorted + 3);
    v[i] = sorted[0];
  });
}
