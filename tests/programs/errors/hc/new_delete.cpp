#include <hc.hpp>
#include <new>

int main() {
  hc::array_view<int> v(16);
  hc::parallel_for_each(hc::extent<1>(16), [=](hc::index<1> i) [[hc]] {  // expected-note {{kernel starts here}} expected-note {{kernel starts here}} expected-note {{kernel starts here}}
    int place[1];
    new (place) int(1);                    // placement is fine
    int* p = new int(2);                   // expected-error {{'new' is not allowed in a kernel}}
    int* q = new (std::nothrow) int(3);    // expected-error {{'new' is not allowed in a kernel}}
    v[i] = *p + *q;
    delete p;                              // expected-error {{'delete' is not allowed in a kernel}}
  });
}
