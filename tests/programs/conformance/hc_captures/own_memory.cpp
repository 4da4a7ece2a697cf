// rows: hc.captures.several_views, hc.captures.pointers, hc.captures.locals_by_reference
// Where the accelerator has its own memory, as an OpenCL device without system SVM: what a launch can't
// take there is reported with the kernel's place and what to write instead.
// flags: -Wno-kernel-host-memory
#include <hc.hpp>

#include <cstdlib>
#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

struct holder {
  array_view<int> v;
  int n;
};

template <class F>
static std::string thrown_by(F f) {
  try {
    f();
  } catch (const hc::runtime_exception& e) {
    return e.what();
  }
  return "";
}

static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

int main() {
  setenv("HCPY_OPENCL_MEMORY", "usm", 1);
  const extent<1> domain(4);
  std::vector<int> a(4, 1), b(4, 2);
  array_view<int> both[2] = {array_view<int>(4, a), array_view<int>(4, b)};
  array_view<int>*second = both + 1, &reference = both[1];
  const array_view<int>* const constant = both + 1;
  parallel_for_each(domain, [=](index<1> i) [[hc]] { both[0][i] += both[1][i]; });
  parallel_for_each(domain, [=](index<1> i) [[hc]] { (*second)[i] += 10; });
  parallel_for_each(domain, [=](index<1> i) [[hc]] { (*constant)[i] += 10; });
  parallel_for_each(domain, [&](index<1> i) [[hc]] { reference[i] += 10; });
  CHECK(both[0][3] == 3 && both[1][3] == 32);

  std::vector<array_view<int>> many{both[0], both[1]};
  holder object = {both[0], 1};
  int local = 5;
  const std::string of_vector = thrown_by(
      [&] { parallel_for_each(domain, [&](index<1> i) [[hc]] { many[1][i] = many[0][i]; }).wait(); });
  const std::string of_object = thrown_by(
      [&] { parallel_for_each(domain, [&](index<1> i) [[hc]] { object.v[i] = object.n++; }).wait(); });
  const std::string of_local = thrown_by(
      [&] { parallel_for_each(domain, [&](index<1> i) [[hc]] { reference[i] = local++; }).wait(); });
  if (!accelerator().get_supports_cpu_shared_memory()) {
    CHECK(has(of_vector, "own_memory.cpp:49") && has(of_vector, "capture a C array or a std::array of them"));
    CHECK(has(of_object, "own_memory.cpp:51") && has(of_object, "'holder &'"));
    CHECK(has(of_local, "own_memory.cpp:53") && has(of_local, "captures 'local' by reference"));
  } else {
    CHECK(of_vector.empty() && of_object.empty() && of_local.empty());
    CHECK(both[1][0] >= 5);
  }
  return failures();
}
