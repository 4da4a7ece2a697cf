// Which accelerators the samples use that can run on several.
#include <hc.hpp>
#include <vector>

// As many as are asked for, of the default one's kind; where there are fewer, some do the work of two.
inline std::vector<hc::accelerator> accelerators_for(int count) {
  const hc::accelerator standard;
  std::vector<hc::accelerator> alike, list;
  for (const hc::accelerator& each : hc::accelerator::get_all())
    if (each.is_hsa_accelerator() && each.get_device_path()[0] == standard.get_device_path()[0])
      alike.push_back(each);
  for (int n = 0; n < count; ++n) list.push_back(alike[static_cast<std::size_t>(n) % alike.size()]);
  return list;
}
