// rows: amp.2.3.specialised_member
// Explicit specialisations of what has a restriction pair: function templates, and class templates as a whole;
// of members that have one function for both.
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <typename T>
struct box {
  int get() restrict(cpu) { return 1; }
  int get() restrict(amp) { return 2; }
  int both() restrict(cpu, amp) { return 5; }
};
template <>
struct box<int> {
  int get() restrict(cpu) { return 3; }
  int get() restrict(amp) { return 4; }
};
template <>
int box<unsigned>::both() restrict(cpu, amp) {
  return 6;
}
template <typename T>
int chosen(T) restrict(cpu) {
  return 1;
}
template <typename T>
int chosen(T) restrict(amp) {
  return 2;
}
template <>
int chosen(int) restrict(amp) {
  return 4;
}
template <>
int chosen(int) restrict(cpu) {
  return 3;
}

int main() {
  array_view<int> v(6);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    v[0] = box<int>().get();
    v[1] = box<float>().get();
    v[2] = chosen(1);
    v[3] = chosen(1.0f);
    v[4] = box<float>().both();
    v[5] = box<unsigned>().both();
  });
  CHECK(v[0] == 4 && v[1] == 2 && v[2] == 4 && v[3] == 2 && v[4] == 5 && v[5] == 6);
  CHECK(box<int>().get() == 3 && box<float>().get() == 1 && box<unsigned>().both() == 6);
  CHECK(chosen(1) == 3 && chosen(1.0f) == 1);
  return failures();
}
