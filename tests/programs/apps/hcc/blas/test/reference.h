#ifndef REFERENCE_H
#define REFERENCE_H

#include <vector>

#include "mblas.h"

// What the library's functions should give, in long double.
template <typename T>
struct reference {
  typedef std::vector<T> vec;

  static int at(int i, int n, int inc);
  static void axpy(int n, T alpha, const vec& x, int incx, vec& y, int incy);
  static T dot(int n, const vec& x, int incx, const vec& y, int incy);
  static T asum(int n, const vec& x);
  static int amax(int n, const vec& x);
  static void gemv(mblas_operation op, int m, int n, T alpha, const vec& a, const vec& x, int incx, T beta, vec& y,
                   int incy);
  static void ger(int m, int n, T alpha, const vec& x, const vec& y, vec& a);
  static void gemm(mblas_operation ta, mblas_operation tb, int m, int n, int k, T alpha, const T* a, const T* b,
                   T beta, T* c);
};

#endif
