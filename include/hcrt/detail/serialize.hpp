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
  /// Does nothing: there for hcc's programs that define __cxxamp_serialize.
  HCRT_CPU void Append(std::size_t, const void*) {}
  /// As Append().
  HCRT_CPU void AppendPtr(const void*) {}
};

}  // namespace Kalmar
#endif
