// rows: hc.language.recursion, hc.language.virtual_functions
#include <hc.hpp>

#include <string>

#include "check.hpp"

struct Node {
  virtual int sum(int x) const = 0;
};
struct Leaf : Node {
  Leaf(int value) : value(value) {}
  int sum(int x) const override { return value + x; }
  int value;
};
struct Group : Node {
  Group(const Node* left, const Node* right) : left(left), right(right) {}
  int sum(int x) const override {
    return left->sum(x) + right->sum(x);  // expected-warning {{SPIR-V has no recursion, as that of 'Group::sum(int) const': the kernel runs on no OpenCL device}}
  }
  const Node *left, *right;
};

int summed(int i) {
  Leaf one(i), two(2);
  Group inner(&one, &two);
  Group outer(&inner, i & 1 ? static_cast<const Node*>(&two) : &inner);
  const Node* node = i % 3 ? &outer : &inner;
  return node->sum(3);
}

// The groups lead back to themselves: on SPIR-V that kernel alone is left out.
int main() {
  hc::array_view<int> v(16), w(16);
  hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { w[i] = 2 * i[0]; });
  CHECK(w[7] == 14);
  const std::wstring device = hc::accelerator().get_device_path();
  const bool takes_spirv = device.find(L"opencl") == 0 || device.find(L"vulkan") == 0;
  bool thrown = false;
  try {
    hc::parallel_for_each(v.get_extent(), [=](hc::index<1> i) [[hc]] { v[i] = summed(i[0]); }).wait();
  } catch (const hc::runtime_exception& error) {
    thrown = std::string(error.what()).find("leaves this kernel out: hcc's warning says why") != std::string::npos;
  }
  CHECK(thrown == takes_spirv);
  for (int i = 0; !thrown && i < 16; ++i) CHECK(v[i] == summed(i));
  return failures();
}
