// rows: amp.5.3.weakest_iterators
// ptx: none
#include <amp.h>
#include <amp_graphics.h>
#include <future>
#include <iterator>
#include <list>
#include <vector>
#include "check.hpp"
using namespace concurrency;
struct Reader {
  typedef std::input_iterator_tag iterator_category;
  typedef int value_type;
  typedef std::ptrdiff_t difference_type;
  typedef const int* pointer;
  typedef int reference;
  int at;
  int operator*() { return at * 2; }
  Reader& operator++() {
    ++at;
    return *this;
  }
  bool operator==(const Reader& o) const { return at == o.at; }
  bool operator!=(const Reader& o) const { return at != o.at; }
};
struct Writer {
  typedef std::output_iterator_tag iterator_category;
  typedef void value_type;
  typedef void difference_type;
  typedef void pointer;
  typedef void reference;
  std::vector<int>* to;
  struct Slot {
    std::vector<int>* to;
    void operator=(int v) { to->push_back(v); }
  };
  Slot operator*() { return Slot{to}; }
  Writer& operator++() { return *this; }
};
int main() {
  array<int> a(extent<1>(4), Reader{0}, Reader{4});
  array<int> a2(extent<1>(4), Reader{1});
  array<int> b(4, Reader{1}, Reader{5});
  std::vector<int> out, out2;
  copy(a, Writer{&out});
  CHECK(out.size() == 4 && out[3] == 6);
  copy_async(a2, Writer{&out2}).wait();
  CHECK(out2.size() == 4 && out2[3] == 8);
  copy(Reader{5}, Reader{9}, a);
  copy(Reader{5}, b);
  array_view<int> v(a);
  CHECK(v[0] == 10);
  copy_async(Reader{6}, Reader{10}, v).wait();
  CHECK(v[0] == 12);
  std::list<int> l(v.extent.size());
  copy(v, l.begin());
  CHECK(l.back() == 18);
  std::vector<int> back;
  copy(v, std::back_inserter(back));
  CHECK(back.size() == 4);
  std::shared_future<void> f = copy_async(a, Writer{&out});
  f.wait();
  std::shared_future<void> g(copy_async(a, b));
  f = copy_async(b, a);
  f.get();
  g.get();
  CHECK(out.size() == 8);
  graphics::texture<int, 1> t(extent<1>(4), Reader{0}, Reader{4});
  graphics::texture<int, 1> t2(4, Reader{0}, Reader{4});
  std::vector<int> texels;
  graphics::copy(t, Writer{&texels});
  CHECK(texels.size() == 4 && texels[3] == 6);
  graphics::copy(Reader{2}, Reader{6}, t);
  return failures();
}
