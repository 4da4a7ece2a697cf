// rows: amp.10.6.textures, amp.10.6.to_iterator, amp.10.6.from_memory, amp.10.6.sections, amp.10.7.copy_async
// ptx: none
// Classes that a program derives from textures and their views are copied as what they are.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;
using std::vector;

class picture : public texture<float, 2> {
 public:
  picture(int rows, int columns) : texture<float, 2>(rows, columns) {}
  vector<float> host() const {
    vector<float> all(extent.size());
    copy(*this, all.begin());
    return all;
  }
};

struct reader : texture_view<const float, 2> {
  explicit reader(const picture& p) : texture_view<const float, 2>(p) {}
};
struct writer : writeonly_texture_view<float, 2> {
  explicit writer(picture& p) : writeonly_texture_view<float, 2>(p) {}
};
template <class T>
struct both_ways : texture_view<T, 2> {
  explicit both_ways(texture<T, 2>& t) : texture_view<T, 2>(t) {}
};

int main() {
  vector<float> data(6), ones(6, 1.f), out(6);
  for (int i = 0; i < 6; ++i) data[i] = i * 0.5f - 1;
  const unsigned bytes = 6 * sizeof(float);
  picture a(2, 3), b(2, 3);
  const picture& read = a;
  texture<float, 2> plain(2, 3);

  graphics::copy(data.begin(), data.end(), a);
  CHECK(a.host() == data);
  copy(a, b);
  CHECK(b.host() == data);
  copy_async(read, plain).wait();
  copy(ones.data(), bytes, a);
  CHECK(a.host() == ones);
  copy(plain, a);
  copy(a, out.data(), bytes);
  CHECK(out == data);

  graphics::copy(ones.begin(), ones.end(), writer(b));
  CHECK(b.host() == ones);
  copy(reader(a), writer(b));
  CHECK(b.host() == data);
  copy(ones.data(), bytes, both_ways<float>(b));
  copy_async(both_ways<float>(b), out.begin()).wait();
  CHECK(out == ones);

  copy(reader(a), index<2>(1, 0), b, index<2>(0, 0), concurrency::extent<2>(1, 3));
  CHECK(b.host()[2] == data[5] && b.host()[3] == 1);
  copy_async(a, index<2>(0, 1), concurrency::extent<2>(2, 1), out.begin()).wait();
  CHECK(out[0] == data[1] && out[1] == data[4]);
  a.copy_to(b);
  CHECK(b.host() == data);
  b.copy_to(plain);
  return failures();
}
