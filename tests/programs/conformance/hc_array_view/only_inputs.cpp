// rows: hc.array_view.const_inputs
#include <hc.hpp>
#include <vector>

#include "check.hpp"

static std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = i;
  return values;
}

int main() {
  const std::vector<int> data = numbers(128);
  hc::array_view<const int> in(128, data);
  hc::accelerator acc;
  std::vector<hc::array_view<int>> outs;
  std::vector<hc::completion_future> futures;
  for (int n = 0; n < 6; ++n) {
    outs.emplace_back(128);
    hc::array_view<int> out = outs.back();
    futures.push_back(hc::parallel_for_each(acc.create_view(), in.get_extent(),
                                            [=](hc::index<1> i) [[hc]] { out[i] = in[i] * n; }));
  }
  for (int n = 0; n < 6; ++n) CHECK(outs[n][127] == 127 * n);
  CHECK(in[5] == 5 && in.get_extent()[0] == 128);
  return failures();
}
