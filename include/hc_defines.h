// hcc's common definitions. The compiler's own prelude defines tile_static and the annotation macros.
#ifndef HC_DEFINES_H
#define HC_DEFINES_H

#include "hcrt/detail/config.hpp"

/// hcc's back end, which programs compare __hcc_backend__ with.
#define HCC_BACKEND_AMDGPU 1

namespace hc {

/// An address that converts to a pointer to anything, as hcc's am_alloc returned it.
class auto_voidp {
 public:
  HCRT_CPU auto_voidp(void* p = nullptr) : p_(p) {}
  template <class T>
  HCRT_CPU operator T*() const {
    return static_cast<T*>(p_);
  }
  HCRT_CPU friend bool operator==(const auto_voidp& a, decltype(nullptr)) { return a.p_ == nullptr; }
  HCRT_CPU friend bool operator!=(const auto_voidp& a, decltype(nullptr)) { return a.p_ != nullptr; }

 private:
  void* p_;
};

/// IEEE's 16 bits. Arithmetic on it is rounded to it after each operation.
typedef _Float16 half;

}  // namespace hc

#endif
