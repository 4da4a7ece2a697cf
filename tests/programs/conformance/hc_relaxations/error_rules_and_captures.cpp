// rows: hc.rules.host_objects
// Broken rules and captures that are errors are told at once, not in two rounds.
#include <hc.hpp>

#include <vector>

static int half_of(int value) [[hc]] {
  if (value < 0) throw value;  // expected-error {{'throw' is not allowed in a kernel}}
  return value / 2;
}

int main() {
  std::vector<int> owner(4);
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = owner[i[0]];  // expected-error {{'owner' of type 'std::vector<int>' owns memory of the host}}
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = half_of(i[0]); });
}
