// rows: amp.2.1.defaulted, amp.2.1.deleted, amp.2.1.virtual_host
#include <amp.h>

#include "check.hpp"

using namespace concurrency;

struct plain {
  int a, b;
  plain() = default;
  plain(int x, int y) restrict(cpu, amp) : a(x), b(y) {}
  plain(const plain&) = default;
  plain& operator=(const plain&) = default;
  plain(double) = delete;
  void forbidden() restrict(cpu, amp) = delete;
};
struct implicit {
  plain p;
  float f;
};
struct delegating {
  int a;
  delegating(int x) restrict(cpu, amp) : a(x) {}
  delegating() restrict(cpu, amp) : delegating(42) {}
};
struct inheriting : delegating {
  using delegating::delegating;
  int extra = 7;
};
struct defaulted_restricted {
  int a = 3;
  defaulted_restricted() restrict(cpu, amp) = default;
  ~defaulted_restricted() restrict(cpu, amp) = default;
};

class shape {
 public:
  virtual ~shape() {}
  virtual float area() const restrict(cpu) = 0;
  virtual float edge() const { return 1; }
};
class square final : public shape {
 public:
  explicit square(float s) : side_(s) {}
  float area() const restrict(cpu) override { return side_ * side_; }
  float edge() const restrict(cpu) final { return side_; }

 private:
  float side_;
};

int run(int x) restrict(cpu, amp) {
  plain p(x, 2), q(p), r;
  r = q;
  implicit i = {p, 1.5f}, j(i);
  i = j;
  inheriting h(x), d;
  defaulted_restricted e;
  return r.a + i.p.b + h.a + h.extra + d.a + e.a + delegating().a;
}

int main() {
  square s(3);
  const shape& base = s;
  CHECK(base.area() == 9 && base.edge() == 3);
  array_view<int> v(3);
  parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = run(i[0]); });
  for (int i = 0; i < 3; ++i) CHECK(v[i] == run(i));
  CHECK(run(1) == 1 + 2 + 1 + 7 + 42 + 3 + 42);
  return failures();
}
