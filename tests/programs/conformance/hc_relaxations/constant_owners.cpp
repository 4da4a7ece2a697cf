// rows: hc.rules.host_objects, hc.rules.new
// flags: -std=c++20
#include <hc.hpp>

#include <memory>
#include <string_view>
#include <vector>

#include "check.hpp"

// What the compiler evaluates may take memory; a kernel has the values alone.
constexpr int room() {
  std::vector<int> x;
  x.reserve(3);
  return x.capacity();
}
constexpr int three() {
  int* p = new int(3);
  int r = *p;
  delete p;
  return r;
}
struct keep {
  void operator()(int*) const {}
};

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    constexpr int n = room(), k = three();
    static_assert(three() == 3, "");
    int local = i[0];
    std::unique_ptr<int, keep> p(&local);  // owns no memory of the heap
    std::string_view text("abc");
    v[i] = n * k + *p + text.size();
  });
  for (int i = 0; i < 4; ++i) CHECK(v[i] == 12 + i);
  return failures();
}
