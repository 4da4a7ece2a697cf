// rows: hc.language.random
#include <hc.hpp>

#include <random>

#include "check.hpp"

using namespace hc;

double draw(unsigned seed) [[cpu, hc]] {
  std::minstd_rand small(seed + 1);
  std::uniform_real_distribution<float> unit(0, 1);
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += unit(small);
  std::linear_congruential_engine<unsigned, 1664525, 1013904223, 0> lcg(seed);
  sum += lcg() % 100;
  std::mt19937 twister(seed);
  sum += twister() % 100;
  return sum;
}

int main() {
  array_view<double> v(4);
  parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = draw(unsigned(i[0])); }).wait();
  for (int i = 0; i < 4; ++i) CHECK(v[i] - draw(unsigned(i)) < 1e-5 && draw(unsigned(i)) - v[i] < 1e-5);
  return failures();
}
