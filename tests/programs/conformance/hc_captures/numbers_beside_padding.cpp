// rows: hc.parallel_for_each.extent
// What lies beside a small member of a function object may be anything: with the member's own bytes it may be the
// address of an array that the kernel holds by reference. The kernel gets the member as it is.
#include <hc.hpp>

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "check.hpp"

template <class Small>
struct Add {
  hc::array<int, 1>& to;
  Small small;  // padding behind it
  const int* more;

  void operator()(hc::index<1> i) const [[cpu, hc]] { to[i] += static_cast<int>(small); }
};

template <class Small>
struct Inner {
  Small small;
  long other;
};
template <class Small>
struct AddInner {
  hc::array<int, 1>& to;
  Inner<Small> inner[2];

  void operator()(hc::index<1> i) const [[cpu, hc]] { to[i] += static_cast<int>(inner[1].small + inner[1].other); }
};

// The word with the member has the array's address.
template <class Kernel, class Small>
void try_one(hc::array<int, 1>& out, Kernel& kernel, Small& small) {
  const auto address = reinterpret_cast<std::uintptr_t>(&out);
  std::memcpy(static_cast<void*>(&small), &address, sizeof address);
  const int wanted = static_cast<int>(small);
  const std::vector<int> zeros(out.get_extent().size());
  hc::copy(zeros.begin(), zeros.end(), out);
  hc::parallel_for_each(out.get_extent(), kernel).wait();
  const std::vector<int> got = out;
  for (int one : got) CHECK(one == wanted);
}

template <class Small>
void try_type(hc::array<int, 1>& out) {
  Add<Small> add{out, Small(), nullptr};
  try_one(out, add, add.small);
  AddInner<Small> inner{out, {{Small(), 0}, {Small(), 0}}};
  try_one(out, inner, inner.inner[1].small);
}

int main() {
  hc::array<int, 1> first(5), second(3);  // whose lowest bytes differ
  for (hc::array<int, 1>* out : {&first, &second}) {
    try_type<unsigned char>(*out);
    try_type<signed char>(*out);
    try_type<unsigned short>(*out);
    try_type<int>(*out);
  }
  return failures();
}
