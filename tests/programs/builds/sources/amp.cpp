// A program in C++ AMP.
#include <amp.h>

#include <cstdio>

int main() {
  using namespace concurrency;
  array_view<int, 1> numbers(4);
  parallel_for_each(numbers.extent, [=](index<1> i) restrict(amp) { numbers[i] = 7 * i[0]; });
  std::printf("amp %d\n", numbers[3]);
}
