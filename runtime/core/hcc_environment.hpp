// The environment variables of hcc's run time that have a meaning here.
#ifndef HCRT_CORE_HCC_ENVIRONMENT_HPP
#define HCRT_CORE_HCC_ENVIRONMENT_HPP

#include "queue.hpp"

namespace hcrt {

struct HccEnvironment {
  int default_gpu = -1;           // HCC_DEFAULT_GPU: number of the GPU that is the default; -1: not given
  bool enable_printf = true;      // HCC_ENABLE_PRINTF
  unsigned serialize_kernel = 0;  // HCC_SERIALIZE_KERNEL: 1 wait before each kernel, 2 after it
  unsigned serialize_copy = 0;    // HCC_SERIALIZE_COPY: the same for copies
};

/// Read once. With HCC_PRINT_ENV=1 the first call prints them.
const HccEnvironment& hcc_environment();

/// submit(), which gives an event, alone on its queue as the bits say.
template <class Submit>
Ref<Event> serialized(Queue* queue, unsigned bits, Submit submit) {
  if (bits & 1) queue->implementation().wait();
  Ref<Event> event = submit();
  if (bits & 2) event->wait();
  return event;
}

}  // namespace hcrt
#endif
