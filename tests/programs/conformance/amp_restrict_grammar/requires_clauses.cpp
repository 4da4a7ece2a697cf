// rows: amp.2.1.trailing_return
// flags: -std=c++20
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

template <class T>
concept Word = sizeof(T) == 4;

template <class T>
T plain(T x) restrict(amp, cpu) requires Word<T> {
  return x;
}

template <class T>
T expression(T x) restrict(amp, cpu) requires requires(T y) {
  y + 1;
  { y * 2 } -> Word;
} {
  return x;
}

template <class T>
T declared(T x) restrict(amp, cpu) requires(Word<T>);
template <class T>
T declared(T x) restrict(amp, cpu) requires(Word<T>) {
  return x;
}

template <class T>
auto trailing(T x) restrict(amp) -> T requires(Word<T> && sizeof(x) == 4) {
  return x;
}

template <class T>
struct Holder {
  T value;
  Holder() restrict(amp, cpu) requires Word<T> = default;
  Holder(const Holder&) restrict(amp, cpu) = default;
  Holder(T x) restrict(amp, cpu) requires Word<T> : value(x) {}
  int side(int) const restrict(cpu) requires(sizeof(T) > 1) && Word<T> { return 1; }
  int side(int) const restrict(amp) requires(sizeof(T) > 1) && Word<T> { return 2; }
  auto get() const restrict(amp) -> T requires Word<T> {
    return value;
  }
};

int main() {
  array<int> a(6);
  parallel_for_each(extent<1>(1), [&](index<1>) restrict(amp) {
    auto lambda = []<class T>(T x) restrict(amp) requires Word<T> { return x; };
    auto deduced = [](auto x) restrict(amp) -> int requires requires { x + 1; } { return x; };
    const Holder<int> holder(3);
    a[0] = plain(1) + expression(2);
    a[1] = declared(4) + trailing(5);
    a[2] = holder.side(0);
    a[3] = holder.get();
    a[4] = lambda(6);
    a[5] = deduced(7);
  });
  const std::vector<int> found = a;
  CHECK((found == std::vector<int>{3, 9, 2, 3, 6, 7}));
  CHECK(Holder<int>(1).side(0) == 1 && plain(2) == 2 && declared(3) == 3 && expression(4) == 4);
  return failures();
}
