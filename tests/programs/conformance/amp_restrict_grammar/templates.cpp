// rows: amp.2.1.templates
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <typename T>
T square(T x) restrict(cpu, amp) {
  return x * x;
}
template <>
int square<int>(int x) restrict(cpu, amp) {
  return x * x + 1;
}
template <typename T, int N>
T sum(const T (&values)[N]) restrict(cpu, amp) {
  T total = 0;
  for (int i = 0; i < N; ++i) total += values[i];
  return total;
}

template <typename T, int N>
struct vec {
  T data[N];
  explicit vec(T x) restrict(cpu, amp) {
    for (int i = 0; i < N; ++i) data[i] = x;
  }
  T dot(const vec& o) const restrict(cpu, amp);
  template <typename U>
  vec scaled(U by) const restrict(cpu, amp) {
    vec r(*this);
    for (int i = 0; i < N; ++i) r.data[i] = T(r.data[i] * by);
    return r;
  }
  template <typename U>
  U cast(int i) const restrict(cpu, amp);
  template <typename U>
  operator vec<U, N>() const restrict(cpu, amp) {
    return vec<U, N>(U(data[0]));
  }
};
template <typename T, int N>
T vec<T, N>::dot(const vec<T, N>& o) const restrict(cpu, amp) {
  T total = 0;
  for (int i = 0; i < N; ++i) total += data[i] * o.data[i];
  return total;
}
template <typename T, int N>
template <typename U>
U vec<T, N>::cast(int i) const restrict(cpu, amp) {
  return static_cast<U>(data[i]);
}
template <typename T>
struct vec<T, 1> {
  T only;
  explicit vec(T x) restrict(cpu, amp) : only(x) {}
  T dot(const vec& o) const restrict(cpu, amp) { return only * o.only * 100; }
};
template <>
struct vec<int, 1> {
  int only;
  explicit vec(int x) restrict(cpu, amp) : only(x) {}
  int dot(const vec& o) const restrict(cpu, amp);
};
int vec<int, 1>::dot(const vec& o) const restrict(cpu, amp) { return only - o.only; }

float total() restrict(cpu, amp) { return 0; }
template <typename T, typename... Rest>
float total(T first, Rest... rest) restrict(cpu, amp) {
  return float(first) + total(rest...);
}

template <typename T>
float everything(T x) restrict(cpu, amp) {
  const int values[] = {1, 2, 3};
  vec<T, 3> v(x);
  vec<double, 3> d = v;
  float r = float(square(x)) + float(square(3)) + float(sum(values));
  r += float(v.dot(v.scaled(2))) + v.template cast<float>(1) + float(d.data[2]);
  r += float(vec<T, 1>(x).dot(vec<T, 1>(x))) + vec<int, 1>(5).dot(vec<int, 1>(2));
  return r + total(1, 2.5f, x);
}

int main() {
  array_view<float> v(2);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
    v[i] = i[0] == 0 ? everything(2.0f) : everything(3u);
  });
  CHECK(v[0] == everything(2.0f) && v[1] == everything(3u));
  CHECK(everything(2.0f) == 4 + 10 + 6 + 24 + 2 + 2 + 400 + 3 + 5.5f);
  return failures();
}
