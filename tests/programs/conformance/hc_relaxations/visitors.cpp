// rows: hc.language.virtual_functions
#include <hc.hpp>

#include "check.hpp"

// The virtual functions of several hierarchies have the same type: each calls another's, in circles of types.
namespace {
struct Leaf;
struct Twice;

struct Visitor {
  virtual int visit_leaf(const Leaf& leaf, int x) const = 0;
  virtual int visit_twice(const Twice& twice, int x) const = 0;
};
struct Node {
  virtual int accept(const Visitor& visitor, int x) const = 0;
};
struct Leaf : Node {
  Leaf(int value) : value(value) {}
  int accept(const Visitor& visitor, int x) const override { return visitor.visit_leaf(*this, x); }
  int value;
};
struct Twice : Node {
  Twice(int value) : value(value) {}
  int accept(const Visitor& visitor, int x) const override { return visitor.visit_twice(*this, x); }
  int value;
};
struct Add : Visitor {
  int visit_leaf(const Leaf& leaf, int x) const override { return leaf.value + x; }
  int visit_twice(const Twice& twice, int x) const override { return 2 * twice.value + x; }
};
struct Multiply : Visitor {
  int visit_leaf(const Leaf& leaf, int x) const override { return leaf.value * x; }
  int visit_twice(const Twice& twice, int x) const override { return 2 * twice.value * x; }
};
struct Named {
  int name = 5;
  virtual int named(int x) const { return name + x; }
};
// The visitor's table is behind another one, and both are found through this class's.
struct Both : Named, Multiply {
  int visit_leaf(const Leaf& leaf, int x) const override { return named(leaf.value * x); }
  int named(int x) const override { return 7 * name + x; }
};

int visited(int i) {
  Leaf leaf(i);
  Twice twice(i + 1);
  Add add;
  Multiply multiply;
  Both both;
  const Node* node = i % 3 ? static_cast<const Node*>(&leaf) : &twice;
  const Visitor* all[] = {&add, &multiply, &both};
  return node->accept(*all[i % 4 % 3], 3);
}
}  // namespace

// Outer to middle to inner, by tables of class templates, of a virtual base and of bases that are not the first.
template <typename T>
struct Layer {
  virtual T apply(T x) const = 0;
  virtual T other(T x, T by) const { return x + by; }
  virtual T less(T x, T by) const { return x - by; }
};
template <typename T>
struct Inner : virtual Layer<T> {
  T apply(T x) const override { return x * 3; }
};
template <typename T>
struct Shifted : Inner<T> {
  T apply(T x) const override { return x * 5 + this->other(x, 100); }
};
struct Stage {
  virtual int run(int x) const { return x - 1; }
};
struct First : Named, Stage {
  const Layer<int>* next;
  int (Layer<int>::*how)(int, int) const;
  int run(int x) const override { return next->apply(x) + name + (next->*how)(x, 9); }
};

int staged(int i) {
  Inner<int> inner;
  Shifted<int> shifted;
  First first;
  Stage plain;
  if (i & 1)
    first.next = &inner;
  else
    first.next = &shifted;
  first.how = i % 3 ? &Layer<int>::other : &Layer<int>::less;
  const Stage* stage = i % 5 ? static_cast<const Stage*>(&first) : &plain;
  return stage->run(i);
}

// A virtual function that a pointer to a function leads to as well, through a table that is no class's.
struct Operations {
  int (*first)(int);
  int (*second)(int);
};
int add_one(int x) { return x + 1; }
int add_two(int x) { return x + 2; }
int through_table(const Stage& stage, const Operations& with, int x) { return with.second(stage.run(with.first(x))); }

int mixed(int i) {
  Stage plain;
  First first;
  Inner<int> inner;
  first.next = &inner;
  first.how = &Layer<int>::other;
  const Operations up = {add_one, add_two}, down = {add_two, add_one};
  return through_table(i & 1 ? static_cast<const Stage&>(first) : plain, i & 2 ? up : down, i);
}

int main() {
  const int n = 64;
  hc::array_view<int> a(n), b(n), c(n);
  hc::parallel_for_each(a.get_extent(), [=](hc::index<1> i) [[hc]] {
    a[i] = visited(i[0]);
    b[i] = staged(i[0]);
    c[i] = mixed(i[0]);
  });
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += a[i] != visited(i) || b[i] != staged(i) || c[i] != mixed(i);
  CHECK(wrong == 0);
  return failures();
}
