// A bundle (hcrt/abi.h) with every offset checked, as C++ objects.
#ifndef HCRT_CORE_BUNDLE_HPP
#define HCRT_CORE_BUNDLE_HPP

#include "backend.hpp"

namespace hcrt {

/// Pointers go into the registered bundle, which must outlive this.
struct Bundle {
  struct Kernel {
    const char* name;
    const char* display_name;
    const char* file;
    std::uint32_t line, column;
    std::uint32_t parameter_bytes, parameter_align, flags;
  };
  struct Global : backends::Global {
    const void* address;  // the host variable
  };

  std::vector<Kernel> kernels;
  std::vector<backends::Image> images;
  std::vector<backends::Entry> entries;  // image by image; symbol "": the image lacks the kernel
  std::vector<Global> globals;

  const backends::Entry& entry(std::size_t image, std::size_t kernel) const {
    return entries[image * kernels.size() + kernel];
  }
};

/// The unit id of a registered bundle, or null where not even the header is whole.
const unsigned char* unit_id_of(const hcrt_registration&) noexcept;

/// Throws an Error that says which field is wrong.
Bundle parse_bundle(const hcrt_registration&);

/// Throws an Error where an image's bytes are not those that were compiled.
void check_image(const backends::Image&);

const char* image_kind_name(std::uint32_t kind) noexcept;

}  // namespace hcrt
#endif
