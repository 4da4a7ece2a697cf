// rows: amp.2.2.templates
#include <amp.h>

using namespace concurrency;

template <typename T>
T rounded(T x) restrict(cpu) {
  return x;
}
template <typename T>
int rounded(T x) restrict(amp) {
  return int(x);
}
template <typename T>
struct number {
  decltype(rounded(T())) value;
  // expected-error@-1 {{'rounded' returns 'T' on the CPU and 'int' in kernels}}
};

int main() {
  const number<float> n = {1.f};
  array_view<float> a(2);
  parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = n.value; });
}
