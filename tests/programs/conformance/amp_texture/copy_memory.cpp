// rows: amp.10.6.to_memory, amp.10.6.from_memory, amp.10.6.sections
// ptx: none
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  unsigned char bytes[24], back[24] = {};
  for (int k = 0; k < 24; ++k) bytes[k] = static_cast<unsigned char>(k);
  texture<uint_2, 2> t(3, 4, 8u);
  copy(bytes, 24u, t);
  copy(t, back, 24u);
  for (int k = 0; k < 24; ++k) CHECK(back[k] == k);

  // Sections: rows 1 and 2, columns 1 to 3.
  unsigned char part[12] = {};
  copy(t, index<2>(1, 1), extent<2>(2, 3), part, 12u);
  for (int k = 0; k < 12; ++k) CHECK(part[k] == (k < 6 ? 10 + k : 12 + k));
  for (unsigned char& b : part) b = static_cast<unsigned char>(b + 100);
  copy(part, 12u, t, index<2>(0, 0), extent<2>(2, 3));
  copy(t, back, 24u);
  for (int k = 0; k < 24; ++k) CHECK(back[k] == (k < 6 ? 110 + k : k >= 8 && k < 14 ? 110 + k : k));

  // Views are written and read as the texture is.
  texture_view<uint_2, 2> v(t);
  copy(bytes, 24u, v);
  copy(texture_view<const uint_2, 2>(t), back, 24u);
  for (int k = 0; k < 24; ++k) CHECK(back[k] == k);
  copy(bytes + 4, 4u, writeonly_texture_view<uint_2, 2>(t), index<2>(2, 2), extent<2>(1, 2));
  copy(v, index<2>(2, 2), extent<2>(1, 2), back, 4u);
  CHECK(back[0] == 4 && back[3] == 7);
  return failures();
}
