// rows: hc.captures.this_members
// flags: -Wno-kernel-this -Wno-kernel-host-memory
#include <hc.hpp>

#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "check.hpp"

using namespace hc;

struct base {
  int offset = 3;
  int table[4] = {1, 2, 3, 4};
  virtual ~base() {}
};
struct pair {
  float x, y;
  float sum() { return x + y; }
};

// What a class of an application has besides its views.
class field : public base {
 public:
  explicit field(int n) : log(std::cout), n(n), host(n), v(n, host), a(n), pointer(&a) {}
  void by_default() {
    parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = i[0] * n + offset + table[i[0] & 3]; });
  }
  void by_reference() {
    parallel_for_each(v.get_extent(), [&](index<1> i) [[hc]] {
      v[i] += helper(i[0]);
      a[i] = v[i];
    });
  }
  void by_name(array_view<int> w) {
    parallel_for_each(extent<1>(n), [&w, this](index<1> i) [[hc]] { w[i] = this->v[i] + int(ends.sum()); });
  }
  void by_const() const {
    parallel_for_each(extent<1>(n), [this](index<1> i) [[hc]] { this->v[i] += (*pointer)[i]; });
  }
  void in_tiles() {
    parallel_for_each(extent<1>(n).tile(4), [=](tiled_index<1> t) [[hc]] {
      tile_static int line[4];
      line[t.local[0]] = v[t.global];
      t.barrier.wait();
      v[t.global] = line[3 - t.local[0]];
    });
  }
  std::string changes() {
    try {
      parallel_for_each(extent<1>(1), [=](index<1> i) [[hc]] {
        hits = 5;
        v[i] = 9;
      }).wait();
      return "";
    } catch (const runtime_exception& error) {
      return error.what();
    }
  }
  int helper(int i) [[cpu, hc]] { return i + n; }

  std::ostream& log;
  std::mutex mutex;
  std::map<int, std::string> names;
  std::function<int(int)> function;
  std::unique_ptr<int> owner;
  field* next = nullptr;
  volatile int changing = 1;
  int narrow : 3;
  union {
    int as_int;
    float as_float;
  };
  int field::* member = nullptr;
  pair ends = {1, 2};
  int n, hits = 0;
  std::vector<int> host;
  array_view<int> v;
  array<int> a;
  array<int>* pointer;
};

template <class T>
struct scaled {
  array_view<T, 2> m;
  T factor;
  int places[2];
  int width() const { return 3; }
  void run() {
    parallel_for_each(m.get_extent(), [=](index<2> i) [[hc]] {
      m[i] = i[0] * factor + i[1] * width() + places[1];
    }).wait();
  }
};

struct plain {
  int factor, count;
  std::string run(array_view<int> v) {
    try {
      parallel_for_each(v.get_extent(), [=](index<1> i) [[hc]] { v[i] = factor; }).wait();
      parallel_for_each(extent<1>(1), [=](index<1>) [[hc]] { count = factor + 1; }).wait();
      return "";
    } catch (const runtime_exception& error) {
      return error.what();
    }
  }
};

int main() {
  const bool shared = accelerator().get_supports_cpu_shared_memory();
  field f(8);
  f.by_default();
  for (int i = 0; i < 8; ++i) CHECK(f.v[i] == i * 8 + 3 + f.table[i & 3]);
  f.by_reference();
  for (int i = 0; i < 8; ++i) CHECK(f.v[i] == i * 9 + 11 + f.table[i & 3]);
  std::vector<int> other(8);
  array_view<int> w(8, other);
  f.by_name(w);
  for (int i = 0; i < 8; ++i) CHECK(w[i] == i * 9 + 14 + f.table[i & 3]);
  f.by_const();
  for (int i = 0; i < 8; ++i) CHECK(f.v[i] == 2 * (i * 9 + 11 + f.table[i & 3]));
  const int last = f.v[7];
  f.in_tiles();
  CHECK(f.v[4] == last);
  f.v.synchronize();
  CHECK(f.host[4] == last);
  std::string told = f.changes();
  if (accelerator().get_device_path() == L"host") CHECK(told.empty());
  CHECK(told.empty() ? f.hits == 5 && f.v[0] == 9 : f.hits == 0 && told.find("'this'") != std::string::npos);
  std::vector<double> cells(6);
  scaled<double> s = {array_view<double, 2>(2, 3, cells), 0.5, {1, 2}};
  s.run();
  CHECK(s.m(1, 2) == 8.5);
  plain p = {4, 0};
  told = p.run(w);
  CHECK(w[5] == 4);
  CHECK(shared ? told.empty() && p.count == 5 : told.find("'this'") != std::string::npos);
  return failures();
}
