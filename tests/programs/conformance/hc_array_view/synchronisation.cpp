// rows: hc.array_view.synchronize, hc.array_view.discard_data, hc.array_view.refresh
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  std::vector<int> data = numbers(32);
  {
    hc::array_view<int> v(32, data);
    hc::completion_future f =
        hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] *= 2; });
    CHECK(v[31] == 62);  // without waiting
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += 1; });
    v.synchronize();
    CHECK(data[31] == 63 && f.is_ready());
    v.discard_data();
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = 5; });
    hc::completion_future done = v.synchronize_async();
    done.wait();
    CHECK(data[0] == 5);
    v.synchronize_to(hc::accelerator().get_default_view());
    v.refresh();
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] += i[0]; });
  }
  CHECK(data[31] == 36);  // the last view writes back
  return failures();
}
