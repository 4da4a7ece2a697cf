// rows: hc.captures.pointers
#include <hc.hpp>

#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

struct line {
  array_view<int> v;
  int first;
};
struct inner {
  array_view<int>* v;
  const char* name;
};
struct fill {
  array_view<int>* v;
  const line* from;
  fill* next;
  void operator()(index<1> i) const [[hc]] { (*v)[i] = from->v[i] + from->first; }
};
struct node {
  const node* self;
  const node& next;
  array_view<int> v;
};

struct other;
struct link {
  int value;
  link* next;
  other* owner;
};
struct other {
  link first;
  link* last;
  array_view<int>* none;
};

int main() {
  std::vector<int> data = {1, 2, 3, 4}, result(4);
  array_view<int> v(4, data), w(4, result);
  array_view<int>* const p = &w;
  parallel_for_each(extent<1>(4), [=](index<1> i) [[hc]] { (*p)[i] = v[i] * 2; });
  CHECK(w[3] == 8);
  const line lines = {v, 10};
  parallel_for_each(extent<1>(4), fill{&w, &lines, nullptr});
  CHECK(w[3] == 14);
  const inner in = {&w, "w"};
  parallel_for_each(extent<1>(4), [=](index<1> i) [[hc]] { (*in.v)[i] += v[i]; });
  CHECK(w[3] == 18);
  parallel_for_each(extent<1>(4), [&](index<1> i) [[hc]] { (*in.v)[i] += v[i]; });
  CHECK(w[3] == 22);
  const line* from = &lines;
  parallel_for_each(extent<1>(4), [=](index<1> i) [[hc]] { (*p)[i] = from->v[i]; });
  CHECK(w[3] == 4);
  line* none = nullptr;
  parallel_for_each(extent<1>(4), [=](index<1> i) [[hc]] {
    if (none == nullptr) (*p)[i] = 5;
  });
  CHECK(w[3] == 5);
  line own = {v, 1};
  line* const changed = &own;
  std::string told;
  try {
    parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { changed->v[changed->first++] = 30; }).wait();
  } catch (const runtime_exception& error) {
    told = error.what();
  }
  if (accelerator().get_device_path() == L"host") CHECK(told.empty());
  CHECK(told.empty() ? own.first == 2 && v[1] == 30 : told.find("'line *") != std::string::npos);
  const node cycle = {&cycle, cycle, v};
  parallel_for_each(extent<1>(4), [&](index<1> i) [[hc]] { (*p)[i] = cycle.next.next.v[i]; });
  CHECK(w[3] == 4);
  link chain[2] = {{1, &chain[1], nullptr}, {2, nullptr, nullptr}};
  other owner = {chain[0], nullptr, nullptr};
  link *const ends = chain, *const nowhere = nullptr;
  array_view<link> links(2, chain);
  parallel_for_each(extent<1>(4), [=](index<1> i) [[hc]] {
    w[i] = links[0].value + owner.first.value + (ends == nowhere ? 10 : 0);
  });
  CHECK(w[3] == 2);
  return failures();
}
