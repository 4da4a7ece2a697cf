// Kernels in templates: nine instances.
#include <hc.hpp>

struct Plus {
  template <class T>
  T operator()(T a, T b) const [[hc]] {
    return a + b;
  }
};
struct Times {
  template <class T>
  T operator()(T a, T b) const [[hc]] {
    return a * b;
  }
};
struct Least {
  template <class T>
  T operator()(T a, T b) const [[hc]] {
    return b < a ? b : a;
  }
};

template <class T, class Operation>
void zip(hc::array_view<const T> a, hc::array_view<const T> b, hc::array_view<T> c, Operation operation) {
  hc::parallel_for_each(c.get_extent(), [=](hc::index<1> i) [[hc]] { c[i] = operation(a[i], b[i]); });
}

#define INSTANCES(T)                                                                             \
  template void zip(hc::array_view<const T>, hc::array_view<const T>, hc::array_view<T>, Plus);  \
  template void zip(hc::array_view<const T>, hc::array_view<const T>, hc::array_view<T>, Times); \
  template void zip(hc::array_view<const T>, hc::array_view<const T>, hc::array_view<T>, Least);
INSTANCES(float)
INSTANCES(double)
INSTANCES(int)
