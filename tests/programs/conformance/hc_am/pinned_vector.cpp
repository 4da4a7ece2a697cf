// rows: hc.pinned_vector.pinned_vector, hc.pinned_vector.am_allocator
#include <cstdint>
#include <hc.hpp>
#include <new>
#include <pinned_vector.hpp>

#include "check.hpp"

int main() {
  hc::pinned_vector<float> v(200, 1.5f);
  v.push_back(2.5f);
  float* const p = v.data();
  hc::parallel_for_each(hc::extent<1>(201), [=](hc::index<1> i) [[hc]] { p[i[0]] *= 2; }).wait();
  CHECK(v[0] == 3.0f && v[200] == 5.0f);
  bool thrown = false;
  try {
    hc::pinned_vector<char> huge(std::size_t(1) << 60);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  CHECK(thrown);
  hc::am_allocator<int> a;
  int* const one = a.allocate(1);
  *one = 7;
  CHECK(*one == 7 && a == hc::am_allocator<float>());
  a.deallocate(one, 1);
  return failures();
}
