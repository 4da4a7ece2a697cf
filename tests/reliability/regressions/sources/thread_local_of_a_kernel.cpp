// -hc -c --targets=ptx located
#include <hc.hpp>
struct Adder {
  void operator()(int& x) const [[hc]] {
    static thread_local int total = 0;
    x += total;
  }
};
int main() {
  hc::array_view<int> v(1);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] {
    int x = v[i];
    Adder()(x);
    v[i] = x;
  });
}
