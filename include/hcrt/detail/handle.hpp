// Counted handles of libhcrt as both iterations see them.
//
// The host iteration has the real ones of runtime.hpp. In the device iteration a handle is a plain word of
// the same size, so that classes which hold one can be copied into kernels; libhcrt's functions don't
// exist there, and what calls them is declared only.
#ifndef HCRT_DETAIL_HANDLE_HPP
#define HCRT_DETAIL_HANDLE_HPP

#include "config.hpp"

#ifndef __KALMAR_ACCELERATOR__
#include "../program.hpp"
#else
#include <cstddef>
#include <cstdint>

namespace hcrt {

class Device;
class Queue;
class Event;
class Buffer;
class Continuation;
class TaskGraph;
class GraphArgument;

template <class T>
class Ref {
 public:
  HCRT_CPU friend bool operator==(const Ref& a, const Ref& b) { return a.p_ == b.p_; }
  HCRT_CPU friend bool operator!=(const Ref& a, const Ref& b) { return !(a == b); }

 private:
  T* p_ = nullptr;
};

}  // namespace hcrt
#endif

static_assert(sizeof(hcrt::Ref<hcrt::Buffer>) == sizeof(void*), "a handle is one word in both iterations");
#endif
