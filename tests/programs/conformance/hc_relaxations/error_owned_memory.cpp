// rows: hc.rules.host_objects
#include <hc.hpp>

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

struct holder {
  int n;
  std::vector<int> v;
};

// expected-error@+1 {{'w' of type 'std::vector<int>' is not allowed in a kernel: it owns memory of the host}}
int take(std::vector<int> w) { return w.size(); }

// One error each, where the object is made: not one more for each use, or where it ends.
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::vector<int> t(4);  // expected-error {{'t' of type 'std::vector<int>' is not allowed in a kernel: it owns}}
    v[i] = t[i[0]];
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::string s = "abc";  // expected-error {{'s' of type 'std::string' is not allowed in a kernel: it owns memory}}
    s += "d";
    v[i] = s.size();
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::map<int, int> m;  // expected-error {{'m' of type 'std::map<int, int>' is not allowed in a kernel: it owns}}
    m[i[0]] = 3;
    v[i] = m.size();
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    holder h;  // expected-error {{its member 'v' of type 'std::vector<int>' is not: it owns memory of the host}}
    v[i] = h.v.size();
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = std::to_string(i[0]).size();  // expected-error {{'std::string' is not allowed in a kernel: it owns memory}}
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    v[i] = take({1, 2});  // expected-note {{'take(std::vector<int>)' is called from the kernel here}}
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    auto p = std::make_shared<int>(i[0]);  // expected-error {{'p' of type 'std::shared_ptr<int>' is not allowed in a}}
    v[i] = *p;
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::thread t([] {});  // expected-error {{'t' of type 'std::thread' is not allowed in a kernel: its functions run}}
    t.join();
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    hc::accelerator a;  // expected-error {{'a' of type 'hc::accelerator' is not allowed in a kernel: it can only be}}
    v[i] = a.get_cu_count();
  });
}
