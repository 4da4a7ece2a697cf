#include <hc.hpp>
#include <typeinfo>

struct Base {
  virtual ~Base();
};
struct Derived : Base {};

static bool is_derived(Base* b) {
  return dynamic_cast<Derived*>(b) != nullptr  // expected-error {{'dynamic_cast' is not allowed in a kernel}}
         || typeid(*b) == typeid(Derived);     // expected-error {{'typeid' is not allowed in a kernel}} expected-error {{'typeid' is not allowed in a kernel}}
}

int main() {
  Base* b = nullptr;
  hc::array_view<int> v(16);
  hc::parallel_for_each(hc::extent<1>(16), [=](hc::index<1> i) [[hc]] { v[i] = is_derived(b); });
}
