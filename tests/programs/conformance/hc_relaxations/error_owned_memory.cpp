// rows: hc.rules.new, hc.rules.delete
#include <hc.hpp>

#include <string>
#include <vector>

// One error each, where the object is made: not one more at the end of the block, where it ends.
int main() {
  hc::array_view<int> v(4);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::vector<int> t(4);  // expected-error {{'new' is not allowed in a kernel}}
    v[i] = t[i[0]];
  });
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    std::string s = "abc";  // expected-error {{'delete' is not allowed in a kernel}}
    v[i] = s.size();
  });
}
