#include "reference.h"

#include <cmath>

template <typename T>
int reference<T>::at(int i, int n, int inc) {
  return inc >= 0 ? i * inc : (i - n + 1) * inc;
}

template <typename T>
void reference<T>::axpy(int n, T alpha, const vec& x, int incx, vec& y, int incy) {
  for (int i = 0; i < n; ++i) y[at(i, n, incy)] += alpha * x[at(i, n, incx)];
}

template <typename T>
T reference<T>::dot(int n, const vec& x, int incx, const vec& y, int incy) {
  long double sum = 0;
  for (int i = 0; i < n; ++i) sum += (long double)x[at(i, n, incx)] * y[at(i, n, incy)];
  return T(sum);
}

template <typename T>
T reference<T>::asum(int n, const vec& x) {
  long double sum = 0;
  for (int i = 0; i < n; ++i) sum += std::fabs(x[i]);
  return T(sum);
}

template <typename T>
int reference<T>::amax(int n, const vec& x) {
  int best = 0;
  for (int i = 1; i < n; ++i)
    if (std::fabs(x[i]) > std::fabs(x[best])) best = i;
  return best + 1;
}

template <typename T>
void reference<T>::gemv(mblas_operation op, int m, int n, T alpha, const vec& a, const vec& x, int incx, T beta,
                        vec& y, int incy) {
  const int rows = op == MBLAS_N ? m : n, columns = op == MBLAS_N ? n : m;
  for (int r = 0; r < rows; ++r) {
    long double sum = 0;
    for (int c = 0; c < columns; ++c) sum += (long double)a[op == MBLAS_N ? c * m + r : r * m + c] * x[at(c, columns, incx)];
    T& out = y[at(r, rows, incy)];
    out = T(alpha * sum + beta * out);
  }
}

template <typename T>
void reference<T>::ger(int m, int n, T alpha, const vec& x, const vec& y, vec& a) {
  for (int c = 0; c < n; ++c)
    for (int r = 0; r < m; ++r) a[c * m + r] += alpha * x[r] * y[c];
}

template <typename T>
void reference<T>::gemm(mblas_operation ta, mblas_operation tb, int m, int n, int k, T alpha, const T* a, const T* b,
                        T beta, T* c) {
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < m; ++y) {
      long double sum = 0;
      for (int i = 0; i < k; ++i)
        sum += (long double)(ta == MBLAS_N ? a[i * m + y] : a[y * k + i]) * (tb == MBLAS_N ? b[x * k + i] : b[i * n + x]);
      c[x * m + y] = T(alpha * sum + beta * c[x * m + y]);
    }
}

template struct reference<float>;
template struct reference<double>;
