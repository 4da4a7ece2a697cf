// rows: hc.captures.references, hc.captures.locals_by_reference
#include <hc.hpp>

#include <cstring>
#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

struct matrix {
  array_view<int, 2> cells;
  array<int>* spare;
  int writes;
};
struct holder {
  array<int> own;
  int first;
};
struct step {
  const array_view<int>& v;
};
struct chain {
  const step& next;
  const step* none;
};
struct node {
  const node& next;
  array_view<int> v;
};
struct odd {
  volatile int narrow : 3;
  unsigned wide : 20;
  union {
    int a;
    float b;
  };
};
template <class F>
std::string launched(const F& f) {
  try {
    parallel_for_each(extent<1>(1), f).wait();
    return "";
  } catch (const runtime_exception& error) {
    return error.what();
  }
}

int main() {
  const bool on_host = accelerator().get_device_path() == L"host";
  const bool shared = accelerator().get_supports_cpu_shared_memory();
  matrix m = {array_view<int, 2>(2, 3), nullptr, 0};
  std::string told = launched([&](index<1>) [[hc]] {
    m.cells(1, 2) = 5;
    ++m.writes;
  });
  CHECK(!on_host || told.empty());
  if (told.empty()) {
    CHECK(m.cells(1, 2) == 5 && m.writes == 1);
  } else {
    CHECK(told.find("'matrix &'") != std::string::npos && told.find("by value") != std::string::npos);
  }
  holder h = {array<int>(4), 3};
  const holder& same = h;
  array_view<int> seen(2);
  h.own[3] = 9;
  CHECK(launched([&](index<1>) [[hc]] { seen[0] = same.own[same.first]; }).empty() && seen[0] == 9);
  told = launched([&](index<1>) [[hc]] { h.own[0] = 4; });
  CHECK(told.empty() ? h.own[0] == 4 : told.find("'holder &'") != std::string::npos);
  std::vector<int> data(2, 6);
  const array_view<int> v(2, data);
  const step last = {v}, *const none = nullptr;
  const chain first = {last, none};
  CHECK(launched([&](index<1>) [[hc]] { seen[1] = first.next.v[1] + 1; }).empty() && seen[1] == 7);
  const node own = {own, v};
  CHECK(launched([&](index<1>) [[hc]] { seen[1] = own.next.next.v[1] + 2; }).empty() && seen[1] == 8);
  int number = 1;
  told = launched([&, k = 2](index<1>) [[hc]] { number += k; });
  CHECK(shared ? number == 3 : told.find("by reference") != std::string::npos);
  const odd bits = {1, 2, {3}};
  CHECK(launched([=](index<1>) [[hc]] { seen[0] = bits.wide + bits.a; }).empty() && seen[0] == 5);
  return failures();
}
