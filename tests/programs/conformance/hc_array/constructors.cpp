// rows: hc.array.constructors
// ptx: none
#include <cstring>
#include <hc.hpp>
#include <list>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(24);
  const std::list<int> list(data.begin(), data.end());
  const hc::accelerator_view view = hc::accelerator().create_view();
  hc::array<int> a(24, data.begin()), b(hc::extent<1>(24), list.begin(), list.end()),
      c(24, data.begin(), view, hc::access_type_auto);
  hc::array<int, 2> d(4, 6, data.begin(), data.end(), view), e(hc::extent<2>(4, 6), data.begin(), view, view);
  hc::array<int, 3> f(2, 3, 4, data.data()), g(2, 3, 4), h(2, 3, 4, view);
  CHECK(std::vector<int>(a) == data && std::vector<int>(b) == data && std::vector<int>(c) == data);
  CHECK(std::vector<int>(d) == data && std::vector<int>(e) == data && std::vector<int>(f) == data);
  CHECK(d.get_accelerator_view() == view && e.get_associated_accelerator_view() == view &&
        h.get_accelerator_view() == view);
  CHECK(g.get_extent() == hc::extent<3>(2, 3, 4) &&
        g.get_accelerator_view() == hc::accelerator().get_default_view());
  CHECK_THROWS((hc::array<int>(25, data.begin(), data.end())), hc::runtime_exception, "hc::copy: ");
  hc::array_view<const int, 2> source(4, 6, data);
  hc::array<int, 2> from(source), there(source, view), staged(source, view, view);
  CHECK(std::vector<int>(from) == data && std::vector<int>(there) == data &&
        std::vector<int>(staged) == data);
  return failures();
}
