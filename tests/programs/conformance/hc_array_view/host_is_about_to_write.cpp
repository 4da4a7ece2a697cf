// rows: hc.array_view.synchronize
#include <hc.hpp>

#include <chrono>
#include <thread>
#include <vector>

#include "check.hpp"

// After synchronize() for writing the program may change the memory: work that only reads it is done, too.
static std::vector<int> changed_after(bool waits, const hc::accelerator_view& view) {
  std::vector<int> from(64, 1), to(64);
  hc::array_view<int> x(64, from), y(64, to);
  const hc::array_view<const int> read(x);
  const hc::completion_future slow =
      view.create_marker().then([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
  view.create_blocking_marker(slow);
  hc::parallel_for_each(view, y.get_extent(), [=](hc::index<1> i) [[hc]] { y[i] = read[i]; });
  const hc::array_view<int> half = x.section(0, 32);
  if (waits)
    half.synchronize(hc::access_type_read_write);
  else
    half.synchronize_async(hc::access_type_write).wait();
  for (int i = 0; i < 32; ++i) from[i] = 2;
  half.refresh();
  y.synchronize();
  return to;
}

int main() {
  for (const bool waits : {true, false})
    for (hc::accelerator where : {hc::accelerator(), hc::accelerator(L"host")})
      CHECK(changed_after(waits, where.create_view()) == std::vector<int>(64, 1));
  return failures();
}
