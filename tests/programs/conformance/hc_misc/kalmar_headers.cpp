// rows: hc.kalmar_headers
// The parts of hcc's headers, which programs include beside hc.hpp or in its place.
#include <hcc/kalmar_launch.h>
#include <kalmar_defines.h>
#include <kalmar_exception.h>
#include <kalmar_index.h>
#include <kalmar_math.h>
#include <kalmar_runtime.h>
#include <kalmar_serialize.h>

int main() {
  hc::array_view<float> v(8);
  hc::parallel_for_each(v.get_extent(), [=](Kalmar::index<1> i) [[hc]] { v[i] = hc::precise_math::sqrt(float(i[0])); });
  if (v[4] != 2) return 1;
  try {
    throw Kalmar::runtime_exception("text", 3);
  } catch (const hc::runtime_exception& caught) {
    return caught.get_error_code() == 3 ? 0 : 2;
  }
}
