// rows: amp.2.1.templates, amp.2.1.function_pointers, amp.2.4.3.literals
// The same as in amp_errors_restriction/implied_code.cpp, without its mistakes.
#include <amp.h>

using namespace concurrency;

int on_cpu() { return 1; }
int on_both() restrict(cpu, amp) { return 4; }

struct plain {
  int n = on_cpu();
  plain() {}
  plain(int n) restrict(amp) : n(n) {}
};
template <class T>
struct of_both {
  T n = on_both();
  T zero{};
  of_both() restrict(cpu, amp) {}
  of_both(T n) restrict(amp) : n(n) {}
};

template <class T>
int general(T) restrict(cpu, amp) {
  return 5;
}
template <>
int general<float>(float) restrict(cpu, amp);
template <>
int general<float>(float n) restrict(cpu, amp) {
  return general(static_cast<int>(n)) + general(2u) + 1;
}
template <int N>
int factorial() restrict(amp) {
  return N * factorial<N - 1>();
}
template <>
int factorial<0>() restrict(amp) {
  return 1;
}
template <class T>
struct of_class {
  int f(T) const restrict(amp) { return 0; }
};
template <>
int of_class<float>::f(float n) const restrict(amp) {
  return static_cast<int>(n * 2);
}

static const int size = 4;
int sum(int (&row)[size]) restrict(cpu, amp) {
  int s = 0;
  for (int n : row) s += n;
  return s;
}

typedef int function_type(int) restrict(amp);
int pointed(int n) restrict(cpu, amp) { return n; }
function_type* by_typedef = pointed;
int (*direct)(int) restrict(amp) = pointed;

int main() {
  array_view<int> out(16);
  parallel_for_each(
      extent<1>(1).tile<1>(), [=](tiled_index<1>) restrict(amp) {
        const int ten = 5LL * 2;
        tile_static int rows[2][size];
        int(&row)[size] = rows[1];
        for (int i = 0; i < size; ++i) row[i] = i;
        out[0] = plain(6).n;
        out[1] = of_both<int>().n;
        out[2] = of_both<int>(8).n;
        out[3] = general(1.0f);
        out[4] = factorial<5>();
        out[5] = of_class<float>().f(2.5f);
        out[6] = sum(row);
        out[7] = ten;
        out[8] = general(1);
      });
  const int expected[] = {6, 4, 8, 11, 120, 5, 6, 10, 5};
  for (int i = 0; i < 9; ++i)
    if (out[i] != expected[i]) return i + 1;
  return plain().n - 1;
}
