// rows: hc.annotations.positions
#include <hc.hpp>

#include "check.hpp"

using namespace hc;

int behind(int x) [[hc]] { return x + 1; }
[[hc]] int in_front(int x) { return x + 2; }
[[cpu, hc]] int both_in_front(int x) { return x + 3; }
int both_behind(int x) [[cpu, hc]] { return x + 4; }
int apart(int x) [[cpu]][[hc]] { return x + 5; }
int spaced(int x) [[ cpu ]] [[ hc ]] { return x + 6; }
int gnu(int x) __attribute__((hc)) __attribute__((cpu));
int gnu(int x) { return x + 7; }
__attribute__((hc)) int gnu_in_front(int x) { return x + 8; }
__attribute__((hc, cpu)) int gnu_list(int x) { return x + 9; }
__attribute__((amp)) int gnu_amp(int x) { return x + 10; }
__attribute__((amp, cpu)) int gnu_amp_cpu(int x) { return x + 11; }
inline int macro(int x) __HC__ __CPU__;
int macro(int x) { return x + 12; }
static int restricted(int x) restrict(amp) { return x + 13; }
static inline int restricted_both(int x) restrict(cpu, amp) { return x + 14; }
static inline [[hc]] int middle(int x) { return x + 15; }
static int __attribute__((hc)) gnu_middle(int x) { return x + 16; }
template <typename T>
[[hc]] T in_template(T x) {
  return x + 17;
}
template <typename T>
T in_template_behind(T x) [[hc]] {
  return x + 18;
}
auto trailing(int x) [[hc]] -> int { return x + 19; }
[[hc]] auto trailing_front(int x) -> int { return x + 20; }
[[nodiscard]] [[hc]] int with_attribute(int x) { return x + 21; }
[[hc]] [[gnu::noinline]] int with_vendor(int x) { return x + 22; }
int quiet(int x) noexcept [[hc]] { return x + 23; }
int quiet_behind(int x) [[hc]] noexcept { return x + 24; }

int main() {
  array_view<int> v(24);
  parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] {
    int n = 0;
    v[n++] = behind(0);
    v[n++] = in_front(0);
    v[n++] = both_in_front(0);
    v[n++] = both_behind(0);
    v[n++] = apart(0);
    v[n++] = spaced(0);
    v[n++] = gnu(0);
    v[n++] = gnu_in_front(0);
    v[n++] = gnu_list(0);
    v[n++] = gnu_amp(0);
    v[n++] = gnu_amp_cpu(0);
    v[n++] = macro(0);
    v[n++] = restricted(0);
    v[n++] = restricted_both(0);
    v[n++] = middle(0);
    v[n++] = gnu_middle(0);
    v[n++] = in_template(0);
    v[n++] = in_template_behind(0);
    v[n++] = trailing(0);
    v[n++] = trailing_front(0);
    v[n++] = with_attribute(0);
    v[n++] = with_vendor(0);
    v[n++] = quiet(0);
    v[n++] = quiet_behind(0);
  }).wait();
  for (int i = 0; i < 24; ++i) CHECK(v[i] == i + 1);
  return failures();
}
