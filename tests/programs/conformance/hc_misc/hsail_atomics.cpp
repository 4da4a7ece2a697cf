// rows: hc.hsa_atomic.functions
#include <hsa_atomic.h>

#include <hc.hpp>

#include "check.hpp"

int main() {
  hc::array_view<int> s(4);
  hc::array_view<unsigned> u(4);
  hc::array_view<float> f(2);
  for (int k = 0; k < 4; ++k) s[k] = -k, u[k] = k;
  f[0] = f[1] = 0.5f;
  hc::parallel_for_each(hc::extent<1>(32), [=](hc::index<1> i) [[hc]] {
    __hsail_atomic_fetch_add_int(&s[0], 2);
    __hsail_atomic_fetch_max_int(&s[1], i[0]);
    __hsail_atomic_fetch_min_int(&s[2], -i[0]);
    __hsail_atomic_fetch_sub_int(&s[3], 1);
    __hsail_atomic_fetch_or_unsigned(&u[0], 1u << i[0]);
    __hsail_atomic_fetch_inc_unsigned(&u[1]);
    __hsail_atomic_fetch_xor_unsigned(&u[2], 4);
    __hsail_atomic_fetch_add_float(&f[0], 1.0f);
    if (i[0] == 0) {
      if (__hsail_atomic_compare_exchange_unsigned(&u[3], 3, 30) == 3)
        __hsail_atomic_exchange_float(&f[1], 9.0f);
    }
  }).wait();
  CHECK(s[0] == 64 && s[1] == 31 && s[2] == -31 && s[3] == -35);
  CHECK(u[0] == ~0u && u[1] == 33 && u[2] == 2 && u[3] == 30 && f[0] == 32.5f && f[1] == 9.0f);
  unsigned mine = 1;  // host code has them too
  CHECK(__hsail_atomic_fetch_add_unsigned(&mine, 4) == 1 && mine == 5);
  return failures();
}
