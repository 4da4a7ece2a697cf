// An empty parallel region: what OpenMP takes to start work on all threads and wait for it.
#include "../gpu/launch.hpp"

int main() {
  return measure_launches(
      "sync",
      [&] {
#pragma omp parallel
        {
          asm volatile("" ::: "memory");
        }
      },
      [] {});
}
