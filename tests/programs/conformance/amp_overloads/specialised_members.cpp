// rows: amp.2.3.specialised_member
// Explicit specialisations of members that differ in their restriction alone: each is of the member of its side.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <class T>
struct box {
  int n;
  box() restrict(cpu) : n(1) {}
  box() restrict(amp) : n(2) {}
  int get() const restrict(cpu) { return 3; }
  int get() const restrict(amp) { return 4; }
  int outside(T) const restrict(cpu);
  int outside(T) const restrict(amp);
  static int fixed() { return 5; }
  static int fixed() restrict(amp) { return 6; }
  int operator()(int x) const restrict(cpu) { return x; }
  int operator()(int x) const restrict(amp) { return -x; }
  int both() const restrict(cpu, amp) { return outside(T()) + n; }
};
template <class T>
int box<T>::outside(T) const restrict(cpu) {
  return 7;
}
template <class T>
int box<T>::outside(T) const restrict(amp) {
  return 8;
}

template <>
box<float>::box() restrict(cpu) : n(11) {}
template <>
box<float>::box() restrict(amp) : n(12) {}
template <>
int box<float>::get() const restrict(cpu) {
  return 13;
}
template <>
int box<float>::get() const restrict(amp) {
  return 14;
}
template <>
int box<float>::outside(float) const restrict(cpu);
template <>
int box<float>::outside(float) const restrict(amp);
template <>
int box<float>::outside(float) const restrict(cpu) {
  return 17;
}
template <>
int box<float>::outside(float) const restrict(amp) {
  return 18;
}
template <>
inline int box<float>::fixed() restrict(amp) {  // of one side alone
  return 16;
}
template <>
int box<double>::operator()(int x) const {
  return 10 * x;
}

int main() {
  box<int> a;
  box<float> b;
  CHECK(a.n == 1 && a.get() == 3 && a.outside(0) == 7 && a.fixed() == 5 && a(2) == 2 && a.both() == 8);
  CHECK(b.n == 11 && b.get() == 13 && b.outside(0) == 17 && b.fixed() == 5 && b(2) == 2 && b.both() == 28);
  CHECK(box<double>()(2) == 20);

  array_view<int, 1> v(13);
  v.discard_data();
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    box<int> c;
    box<float> d;
    v[0] = c.n, v[1] = c.get(), v[2] = c.outside(0), v[3] = c.fixed(), v[4] = c(2), v[5] = c.both();
    v[6] = d.n, v[7] = d.get(), v[8] = d.outside(0), v[9] = d.fixed(), v[10] = d(2), v[11] = d.both();
    v[12] = box<double>()(2);
  });
  const int expected[] = {2, 4, 8, 6, -2, 10, 12, 14, 18, 16, -2, 30, -2};
  for (int i = 0; i < 13; ++i) CHECK(v[i] == expected[i]);
  return failures();
}
