#ifndef HCRT_BACKENDS_OPENCL_MODULE_HPP
#define HCRT_BACKENDS_OPENCL_MODULE_HPP

#include <deque>
#include <mutex>

#include "device.hpp"

namespace hcrt::backends::opencl {

struct Function : backends::Function {
  cl_kernel kernel = nullptr;
  const void* variables = nullptr;  // of its module
  bool asks_for_launch = false;     // it has an hcrt_opencl_launch for its last argument
  mutable std::mutex mutex;         // setting arguments and enqueueing is one step

  /// The number of the argument behind those that the launch gives.
  cl_uint first_free_argument() const { return entry.flags & HCRT_KERNEL_DYNAMIC_GROUP ? 2 : 1; }
};

/// Sets the kernel's last argument. It stays until it is set again.
void set_launch(const Api&, const Function&, hcrt_opencl_launch);

// One thread at a time.
class Module final : public backends::Module {
 public:
  Module(Device&, const Image&);
  ~Module() override;
  const backends::Function* function(const Entry&) override;
  void* global(const Global&) override;

 private:
  Device& device_;
  cl_program program_ = nullptr;
  void* variables_ = nullptr;
  std::deque<Function> functions_;  // addresses stay
};

}  // namespace hcrt::backends::opencl
#endif
