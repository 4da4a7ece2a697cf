#include "pageable.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "../../core/soft_event.hpp"

namespace hcrt::backends::cuda {
namespace {

class CopyAction final : public Action {
 public:
  CopyAction(const Device& device, std::shared_ptr<void> kept, CUevent after,
             std::function<void(CUstream)> enqueue, std::function<void(const FailureRef&)> done)
      : device_(device),
        kept_(std::move(kept)),
        after_(after),
        enqueue_(std::move(enqueue)),
        done_(std::move(done)) {}

  void run() override {
    FailureRef failure;
    try {
      const StreamLease lease(device_);
      const Api& api = device_.api();
      if (after_) await(api);
      enqueue_(lease.stream());
      device_.check(api.cuStreamSynchronize(lease.stream()), "copy");
    } catch (const Error&) {
      failure = std::make_shared<Failure>(std::current_exception());
    }
    kept_.reset();
    done_(failure);
  }

 private:
  // Asks instead of waiting in the driver: while a copy of pageable memory waits there, calls that change the
  // context wait as well, and they may be what the copy waits for.
  void await(const Api& api) const {
    auto pause = std::chrono::microseconds(5);
    for (;;) {
      const CUresult result = api.cuEventQuery(after_);
      if (result == CUDA_SUCCESS) return;
      if (result != CUDA_ERROR_NOT_READY) device_.fail(result, "work before a copy failed");
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::microseconds(100));
    }
  }

  const Device& device_;
  std::shared_ptr<void> kept_;
  const CUevent after_;
  const std::function<void(CUstream)> enqueue_;
  const std::function<void(const FailureRef&)> done_;
};

}  // namespace

bool is_pageable(const Api& api, const void* pointer) {
  if (!api.cuPointerGetAttribute) return true;
  unsigned type = 0;
  const auto address = reinterpret_cast<CUdeviceptr>(pointer);
  return api.cuPointerGetAttribute(&type, pointer_memory_type, address) != CUDA_SUCCESS || type == 0;
}

void copy_elsewhere(const Device& device, std::shared_ptr<void> keep, CUevent after,
                    std::function<void(CUstream)> enqueue, std::function<void(const FailureRef&)> done) {
  run_later(
      std::make_unique<CopyAction>(device, std::move(keep), after, std::move(enqueue), std::move(done)));
}

}  // namespace hcrt::backends::cuda
