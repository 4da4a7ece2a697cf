// rows: hc.serialize
#include <hc.hpp>
#include <vector>

#include "check.hpp"

// A function object with hcc's serialisation members.
class Scale {
 public:
  Scale(const hc::array_view<int>& v, int factor) : v_(v), factor_(factor) {}
  void __cxxamp_serialize(Kalmar::Serialize& s) const {
    v_.__cxxamp_serialize(s);
    s.Append(sizeof(int), &factor_);
  }
  __attribute__((annotate("user_deserialize"))) Scale(int* data, int factor) [[cpu, hc]]
      : v_(8, data), factor_(factor) {}
  void operator()(hc::index<1> i) const [[hc]] { v_[i] *= factor_; }

 private:
  hc::array_view<int> v_;
  int factor_;
};

int main() {
  std::vector<int> data(8, 3);
  hc::array_view<int> v(8, data);
  hc::parallel_for_each(v.get_extent(), Scale(v, 5));
  CHECK(v[7] == 15);
  Kalmar::Serialize nothing;
  hc::array<int>(4).__cxxamp_serialize(nothing);
  return failures();
}
