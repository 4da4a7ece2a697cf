#include <hc.hpp>

struct Guarded {
  void operator()(hc::index<1>) const [[hc]] {  // expected-note {{kernel starts here}}
    try {                                       // expected-error {{'try' is not allowed in a kernel}}
    } catch (...) {
    }
  }
};

int main() { hc::parallel_for_each(hc::extent<1>(16), Guarded()); }
