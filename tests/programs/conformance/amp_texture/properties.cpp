// rows: amp.10.1.extent, amp.10.1.data_length, amp.10.1.pitch, amp.10.1.accelerator_view, amp.10.1.cpu_access_type
// ptx: none
#include <amp_graphics.h>

#include "check.hpp"

using namespace concurrency;
using namespace concurrency::graphics;

int main() {
  const accelerator_view view = accelerator().default_view;
  texture<unorm_4, 3> t(2, 3, 5, 8u, view);
  CHECK(t.data_length == 2 * 3 * 5 * 4 && t.get_data_length() == t.data_length);
  CHECK(t.row_pitch == 20 && t.depth_pitch == 60 && t.get_row_pitch() == 20 && t.get_depth_pitch() == 60);
  CHECK(t.get_extent() == extent<3>(2, 3, 5) && t.get_bits_per_scalar_element() == 8);
  CHECK(t.accelerator_view == view && t.get_accelerator_view() == view);
  CHECK(t.associated_accelerator_view == view && t.get_associated_accelerator_view() == view);
  const access_type access = t.cpu_access_type;
  CHECK(access == t.get_cpu_access_type());
  CHECK((t.data() != nullptr) == (access != access_type_none));

  texture_view<unorm_4, 3> v(t);
  CHECK(v.data_length == t.data_length && v.bits_per_scalar_element == 8 && v.accelerator_view == view);
  CHECK(v.extent == t.extent && v.row_pitch == 20 && v.associated_accelerator_view == view);
  writeonly_texture_view<unorm_4, 3> w(t);
  CHECK(w.data_length == t.data_length && w.bits_per_scalar_element == 8 && w.extent == t.extent);
  CHECK(w.accelerator_view == view);
  return failures();
}
