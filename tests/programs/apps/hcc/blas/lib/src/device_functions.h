#ifndef MBLAS_DEVICE_FUNCTIONS_H
#define MBLAS_DEVICE_FUNCTIONS_H

#include <hc.hpp>

namespace mblas {

// Negative increments count from the vector's end, as BLAS has it.
inline int offset_of(int i, int n, int inc) [[hc]] [[cpu]] { return inc >= 0 ? i * inc : (i - n + 1) * inc; }

template <typename T>
inline T magnitude(T x) [[hc]] [[cpu]] {
  return x < T(0) ? -x : x;
}

// A value and its position: what amax reduces.
template <typename T>
struct located {
  T value;
  int at;
};

inline int divide_up(int n, int by) { return (n + by - 1) / by; }

}  // namespace mblas

#endif
