// C++ AMP's launches with impossible extents: both are exceptions.
#include <amp.h>

#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  concurrency::array_view<int> v(16);
  try {
    concurrency::parallel_for_each(
        concurrency::extent<1>(std::atoi(argv[1])), [=](concurrency::index<1> i) restrict(amp) { v[i] = 7; });
  } catch (const concurrency::invalid_compute_domain& error) {
    std::printf("invalid_compute_domain: %s\n", error.what());
    return 0;
  }
  std::printf("no exception\n");
  return 0;
}
