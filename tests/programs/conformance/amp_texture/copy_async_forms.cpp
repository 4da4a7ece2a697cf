// rows: amp.10.7.copy_async
// ptx: none
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  std::vector<int> values(12), back(12);
  for (int k = 0; k < 12; ++k) values[k] = 3 * k;
  texture<int, 2> t(3, 4), u(3, 4);
  copy_async(values.begin(), values.end(), t).wait();
  copy_async(t, u).get();
  completion_future done = copy_async(u, back.begin());
  done.wait();
  CHECK(back == values);

  int memory[12] = {};
  copy_async(t, memory, sizeof memory).wait();
  CHECK(memory[11] == 33);
  memory[5] = -1;
  copy_async(memory, unsigned(sizeof memory), u).wait();
  copy_async(t, index<2>(0, 0), u, index<2>(2, 2), extent<2>(1, 2)).wait();
  copy_async(values.begin() + 1, values.begin() + 3, t, index<2>(0, 0), extent<2>(1, 2)).wait();
  copy_async(u, index<2>(1, 0), extent<2>(2, 4), back.begin()).wait();
  CHECK(back[0] == 12 && back[1] == -1 && back[6] == 0 && back[7] == 3);
  copy_async(t, index<2>(0, 0), extent<2>(1, 2), memory, 8u).wait();
  CHECK(memory[0] == 3 && memory[1] == 6);
  memory[0] = 70;
  copy_async(memory, 4u, t, index<2>(2, 3), extent<2>(1, 1)).wait();
  copy_async(texture_view<const int, 2>(t), back.begin()).wait();
  CHECK(back[11] == 70);

  bool called = false;
  {
    completion_future future = copy_async(t, memory, sizeof memory);
    future.then([&] { called = true; });
    future.wait();
  }
  CHECK(called && memory[11] == 70);
  return failures();
}
