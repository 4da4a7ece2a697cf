// rows: amp.ms.ppl.exceptions
#include <amp.h>
#include <ppl.h>

#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

int main() {
  int caught = 0;
  try {
    parallel_for(0, 100, [](int i) {
      if (i == 50) throw std::runtime_error("fifty");
    });
  } catch (const std::runtime_error& error) {
    caught += std::string(error.what()) == "fifty";
  }
  task_group tasks;
  tasks.run([] { throw 5; });
  try {
    tasks.wait();
  } catch (int value) {
    caught += value;
  }
  try {
    parallel_for(0, 10, 0, [](int) {});
  } catch (const std::invalid_argument&) {
    caught += 10;
  }
  CHECK(caught == 16);
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 3; });
  view.synchronize();
  CHECK(data[5] == 6);
  return failures();
}
