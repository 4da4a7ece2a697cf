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

#include "everyday.hpp"
