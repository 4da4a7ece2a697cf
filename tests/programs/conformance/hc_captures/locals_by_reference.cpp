// rows: hc.captures.locals_by_reference
#include <hc.hpp>

#include <cstring>

#include "check.hpp"

struct pair {
  int a, b;
};

int main() {
  const hc::extent<1> one(1);
  const bool shared = hc::accelerator().get_supports_cpu_shared_memory();
  int sum = 0, start = 5;
  float values[4] = {1, 2, 3, 4};
  pair both = {1, 2};
  hc::array_view<int> view(4);
  hc::array<int> array(4);
  std::string told;
  try {
    hc::parallel_for_each(one, [&](hc::index<1>) [[hc]] {
      sum = start + 1;
      values[2] = 9;
      both.b += both.a;
      view[1] = 7;
      array[1] = 8;
    }).wait();
    hc::parallel_for_each(one, [&sum](hc::index<1>) [[hc]] { sum *= 2; }).wait();
    hc::parallel_for_each(one, [=, &sum](hc::index<1>) [[hc]] { sum += start; }).wait();
    const auto named = [&](hc::index<1>) [[hc]] { sum += values[0]; };
    hc::parallel_for_each(one, named).wait();
  } catch (const hc::runtime_exception& error) {
    told = error.what();
  }
  if (shared) {
    CHECK(told.empty() && sum == 18 && values[2] == 9 && both.b == 3 && view[1] == 7);
  } else {
    CHECK(told.find("'sum'") != std::string::npos && told.find("by reference") != std::string::npos);
    CHECK(told.find("'view'") == std::string::npos && told.find("'array'") == std::string::npos);
  }
  return failures();
}
