// HC: the mark of a kernel that captures local variables of the host by reference.
#ifndef HCRT_DETAIL_BY_REFERENCE_HPP
#define HCRT_DETAIL_BY_REFERENCE_HPP

#include "handle.hpp"
#include "config.hpp"

namespace hcrt {
namespace detail {

/// The compiler puts one into such a lambda. Its copy in a launch throws where the accelerator does not share
/// the host's memory.
class ByReference {
 public:
  HCRT_CPU explicit ByReference(const char* names) : names_(names) {}
  HCRT_BOTH ByReference(const ByReference& other) : names_(other.names_) {
#ifndef __KALMAR_ACCELERATOR__
    require_shared_memory(names_);
#endif
  }

 private:
  const char* names_;
};

}  // namespace detail
}  // namespace hcrt
#endif
