// rows: hc.rules.host_objects
#include <hc.hpp>

#include <string>
#include <vector>

struct wrap {
  std::string s;
  int n;
};
template <class T>
struct holder {
  T x;
  std::vector<T> y;
  holder(T a) : x(a) {}
};
struct list : std::vector<int> {};

int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    holder<int> h(3);  // expected-error {{'h' of type 'holder<int>' is not allowed in a kernel: its member 'y'}}
    v[i] = h.x;
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = wrap{"a", 1}.n;  // expected-error {{'wrap' is not allowed in a kernel: its member 's' of type 'std::string'}}
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    list l;  // expected-error {{its base 'std::vector<int>' is not: it owns memory of the host, which no GPU reaches}}
    v[i] = l.size();
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = hc::accelerator().get_cu_count();  // expected-error {{'hc::accelerator' is not allowed in a kernel}}
  });
}
