// hcc's hooks for function objects that took part in their own transfer.
#ifndef HCRT_DETAIL_SERIALIZE_HPP
#define HCRT_DETAIL_SERIALIZE_HPP

#include <cstddef>

#include "config.hpp"

namespace Kalmar {

/// The argument of a function object's member __cxxamp_serialize(Kalmar::Serialize&) const. Function objects
/// travel as their bytes: the member is accepted and never called.
class Serialize {
 public:
  HCRT_CPU void Append(std::size_t, const void*) {}
  HCRT_CPU void AppendPtr(const void*) {}
};

}  // namespace Kalmar
#endif
