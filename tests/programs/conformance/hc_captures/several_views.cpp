// rows: hc.captures.several_views
// flags: -Wno-kernel-this -Wno-kernel-host-memory
#include <hc.hpp>

#include <array>
#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

const int n = 8;
const extent<1> domain(n);

struct holder {
  std::array<array_view<int>, 2> two;
  array_view<int> built_in[2];
  std::vector<array_view<int>> many;
  int unrelated = 3;

  void arrays() const {
    parallel_for_each(domain, [=](index<1> i) [[hc]] {
      two[0][i] += unrelated;
      built_in[1][i] += two[0][i];
    }).wait();
  }
  void vector() {
    parallel_for_each(domain, [=](index<1> i) [[hc]] { many[1][i] = many[0][i] * 2; }).wait();
  }
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

int main() {
  std::vector<int> a(n, 1), b(n, 2);
  array_view<int> first(n, a), second(n, b);
  array_view<int> built_in[2] = {first, second};
  const std::array<array_view<int>, 2> two = {first, second};
  parallel_for_each(domain, [=](index<1> i) [[hc]] {
    for (int k = 0; k < 2; ++k) built_in[k][i] += k + 1;
  });
  parallel_for_each(domain, [=](index<1> i) [[hc]] {
    for (int k = 0; k < 2; ++k) two[k][i] += k + 1;
  });
  parallel_for_each(domain, [&](index<1> i) [[hc]] {
    for (int k = 0; k < 2; ++k) two[k][i] += k + 1;
  });
  for (int i = 0; i < n; ++i) CHECK(first[i] == 4 && second[i] == 8);

  holder h{{first, second}, {first, second}, {first, second}};
  h.arrays();
  for (int i = 0; i < n; ++i) CHECK(first[i] == 7 && second[i] == 15);

  // Elements of vectors stay where they are.
  std::vector<array_view<int>> many{first, second};
  const auto run = [&] {
    parallel_for_each(domain, [&](index<1> i) [[hc]] {
      for (std::size_t k = 0; k < 2; ++k) many[k][i] -= 1;
    }).wait();
    h.vector();
  };
  const std::string text = thrown_by(run);
  if (text.empty())
    for (int i = 0; i < n; ++i) CHECK(first[i] == 6 && second[i] == 12);
  else
    CHECK(!accelerator().get_supports_cpu_shared_memory() && text.find("std::vector") != std::string::npos &&
          text.find("several_views.cpp:") != std::string::npos);
  std::vector<array_view<int>> none;
  CHECK(thrown_by([&] {
          parallel_for_each(domain, [&](index<1> i) [[hc]] { first[i] = none.empty() ? 1 : 2; }).wait();
        }).empty() == text.empty());
  return failures();
}
