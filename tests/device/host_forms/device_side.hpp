// The device side of the generated kernels: the entry of each is spelled as the headers spell theirs.
#ifndef HOST_FORMS_DEVICE_SIDE_HPP
#define HOST_FORMS_DEVICE_SIDE_HPP

#include "hcrt/detail/device.hpp"

template <class Name, class W>
[[clang::sycl_kernel_entry_point(Name)]] void entry(const W* w) {
  (*w)();
}

#define KERNEL_TILE static __attribute__((section("hcpy.tile_static")))
#define REGISTER_KERNEL(n) \
  void launch_##n(const Kernel##n* w) { entry<Kernel##n, Kernel##n>(w); }
#endif
