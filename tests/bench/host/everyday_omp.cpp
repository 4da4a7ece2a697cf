// The same with OpenMP. Arguments: what [repetitions].
#define HC_CODE
#include "pictures_omp.hpp"
#include "tiles_omp.hpp"

template <class Body>
void each(int n, Body body) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) body(i);
}

template <class Body>
void each(int rows, int columns, Body body) {
#pragma omp parallel for
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) body(y, x);
}

inline void at_least(int* place, int value) {
  int seen = __atomic_load_n(place, __ATOMIC_RELAXED);
  while (seen < value &&
         !__atomic_compare_exchange_n(place, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

#include "everyday.hpp"
