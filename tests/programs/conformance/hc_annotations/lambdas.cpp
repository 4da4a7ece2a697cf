// rows: hc.annotations.lambdas
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int main() {
  array_view<int> v(16);
  auto e = extent<1>(16);
  int n = 0, k = 5;
  auto expect = [&](int value) { CHECK(v[n] == value && v[15] == value); ++n; };
  parallel_for_each(e, [=](index<1> i) [[hc]] { v[i] = 1; }).wait();
  expect(1);
  parallel_for_each(e, [=] [[hc]] (index<1> i) { v[i] = 2; }).wait();
  expect(2);
  parallel_for_each(e, [=] (index<1> i) __attribute__((hc)) { v[i] = 3; }).wait();
  expect(3);
  parallel_for_each(e, [=] (index<1> i) __attribute__((hc, cpu)) { v[i] = 4; }).wait();
  expect(4);
  parallel_for_each(e, [=] __attribute__((hc)) (index<1> i) { v[i] = 5; }).wait();
  expect(5);
  parallel_for_each(e, [=](index<1> i) __HC__ { v[i] = 6; }).wait();
  expect(6);
  parallel_for_each(e, [=](index<1> i) [[cpu, hc]] { v[i] = 7; }).wait();
  expect(7);
  parallel_for_each(e, [=](index<1> i) [[cpu]][[hc]] { v[i] = 8; }).wait();
  expect(8);
  parallel_for_each(e, [=](index<1> i) restrict(amp) { v[i] = 9; }).wait();
  expect(9);
  parallel_for_each(e, [=](index<1> i) [[hc]] -> void { v[i] = 10; }).wait();
  expect(10);
  parallel_for_each(e, [=](index<1> i) mutable [[hc]] { k = 11; v[i] = k; }).wait();
  expect(11);
  parallel_for_each(e, [=](index<1> i) [[hc]] mutable { k = 12; v[i] = k; }).wait();
  expect(12);
  parallel_for_each(e, [=](index<1> i) noexcept [[hc]] { v[i] = 13; }).wait();
  expect(13);
  parallel_for_each(e, [=](index<1> i) { v[i] = 14; }).wait();
  expect(14);
  parallel_for_each(e, [&](index<1> i) mutable __attribute__((hc)) -> void { v[i] = 15; }).wait();
  expect(15);
  parallel_for_each(e, [=](auto i) [[hc]] { v[i] = 16; }).wait();
  CHECK(v[0] == 16);
  auto host = [](int x) [[cpu]] { return x + 1; };
  auto both = [](int x) __CPU__ __HC__ { return x + 2; };
  auto bare = [] [[hc]] { return 3; };
  CHECK(host(1) == 2 && both(1) == 3);
  parallel_for_each(e, [=](index<1> i) [[hc]] { v[i] = both(1) + bare(); }).wait();
  CHECK(v[3] == 6 && k == 5);
  return failures();
}
