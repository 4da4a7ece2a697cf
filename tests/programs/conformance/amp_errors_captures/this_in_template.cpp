// rows: amp.2.4.3.captures
#include <amp.h>

using namespace concurrency;

template <class T>
struct Scaler {
  T factor;
  void run(array_view<T> v) {
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
      v[i] *= factor;  // expected-error {{'this' can't be captured by a lambda that is restricted to amp}}
    });
  }
  void runs(array_view<T> v) {
    const T own = factor;
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] *= own; });
  }
};

void run(array_view<int> v, array_view<float> w) {
  Scaler<int>().run(v);
  Scaler<float>().run(w);
  Scaler<float>().runs(w);
}
