// rows: amp.2.1.restrict, amp.2.1.lambdas
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

#define USES_AMP

int both(int x)
#ifdef USES_AMP
    restrict(amp, cpu)
#endif
{
  return x;
}

int declared(int x)
#ifndef USES_AMP
    restrict(cpu)
#elif defined(OTHER)
    restrict(amp)
#else
    restrict(amp, cpu)
#endif
        ;
int declared(int x)
#if defined(USES_AMP)
    restrict(amp, cpu)
#else
    restrict(cpu)
#endif
{
  return x + 1;
}

int raises(int x)
#ifdef USES_AMP
    restrict(amp, cpu)
#endif
        noexcept {
  return x + 2;
}

struct Holder {
  int value;
  Holder(int x)
#ifdef USES_AMP
      restrict(amp, cpu)
#endif
      : value(x) {
  }
  int get() const
#ifdef USES_AMP
      restrict(amp)
#endif
  {
    return value;
  }
#ifdef USES_AMP
  int get() const restrict(cpu) { return value + 100; }
#endif
  template <class T>
  T scaled(T by)
#ifdef USES_AMP
      restrict(amp, cpu)
#endif
  {
    return by * value;
  }
};

int main() {
  array<int> a(6);
  parallel_for_each(extent<1>(1), [&](index<1>)
#ifdef USES_AMP
                                      restrict(amp)
#endif
                                  {
                                    auto lambda = [](int x)
#ifdef USES_AMP
                                        restrict(amp)
#else
                                        mutable
#endif
                                        -> int { return x + 3; };
                                    Holder holder(5);
                                    a[0] = both(1);
                                    a[1] = declared(1);
                                    a[2] = raises(1);
                                    a[3] = lambda(1);
                                    a[4] = holder.get();
                                    a[5] = holder.scaled(2);
                                  });
  const std::vector<int> found = a;
  CHECK((found == std::vector<int>{1, 2, 3, 4, 5, 10}));
  CHECK(both(1) + declared(1) + raises(1) == 6 && Holder(5).get() == 105 && noexcept(raises(1)));
  return failures();
}
