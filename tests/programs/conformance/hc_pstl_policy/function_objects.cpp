// rows: hc.pstl.function_objects
#include <functional>

#include "pstl_check.hpp"

static int twice(int e) { return 2 * e; }

struct Scale {
  float factor, offset;
  float operator()(float e) const { return e * factor + offset; }
};

struct Count {  // has a state that calls change
  int calls = 0;
  int operator()(int e) { return e + ++calls * 0 + 1; }
};

struct Both {
  int operator()(int e) const [[cpu, hc]] { return e - 1; }
};

template <class Policy, class T>
std::vector<T> added(const Policy& policy, const std::vector<T>& v, T term) {
  std::vector<T> out(v.size());
  transform(policy, v.begin(), v.end(), out.begin(), [=](auto e) { return e + term; });
  return out;
}

int main() {
  const std::vector<int> v = numbers<int>(500);
  std::vector<int> w(500);
  transform(par, v.begin(), v.end(), w.begin(), twice);
  CHECK(w[499] == 2 * v[499]);
  const std::function<int(int)> any = [](int e) { return e + 5; };
  transform(par, v.begin(), v.end(), w.begin(), any);
  CHECK(w[499] == v[499] + 5);
  transform(par, v.begin(), v.end(), w.begin(), Count());
  CHECK(w[499] == v[499] + 1);
  transform(par, v.begin(), v.end(), w.begin(), Both());
  CHECK(w[499] == v[499] - 1);
  transform(par, v.begin(), v.end(), w.begin(), [](int e) [[hc]] { return e + 7; });
  CHECK(w[499] == v[499] + 7);
  transform(par, v.begin(), v.end(), w.begin(), [k = 4](int e) mutable { return e * k++; });
  CHECK(w[0] == v[0] * 4);
  std::vector<float> f(500, 2.0f);
  transform(par, f.begin(), f.end(), f.begin(), Scale{3.0f, 1.0f});
  CHECK(std::count(f.begin(), f.end(), 7.0f) == 500);
  CHECK(added(par, v, 3)[499] == v[499] + 3);
  CHECK(added(par_vec, f, 0.5f)[0] == 7.5f);
  CHECK(count_if(par, v.begin(), v.end(), std::not_fn(std::bind(std::less<>(), std::placeholders::_1, 4))) ==
        std::count_if(v.begin(), v.end(), [](int e) { return e >= 4; }));
  return failures();
}
