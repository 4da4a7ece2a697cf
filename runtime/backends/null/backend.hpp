// A device that accepts everything and runs nothing: the template for a new back end, and a device for
// tests of what lies above. HCPY_NULL_DEVICE=n lists n of them.
#ifndef HCRT_BACKENDS_NULL_BACKEND_HPP
#define HCRT_BACKENDS_NULL_BACKEND_HPP

#include "../../core/backend.hpp"

namespace hcrt::backends {

std::unique_ptr<Backend> make_null_backend();

}  // namespace hcrt::backends
#endif
