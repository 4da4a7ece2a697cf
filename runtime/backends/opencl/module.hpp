#ifndef HCRT_BACKENDS_OPENCL_MODULE_HPP
#define HCRT_BACKENDS_OPENCL_MODULE_HPP

#include <deque>
#include <mutex>

#include "device.hpp"

namespace hcrt::backends::opencl {

struct Function : backends::Function {
  cl_kernel kernel = nullptr;
  mutable std::mutex mutex;  // setting arguments and enqueueing is one step
};

// One thread at a time.
class Module final : public backends::Module {
 public:
  Module(Device&, const Image&);
  ~Module() override;
  const backends::Function* function(const Entry&) override;
  void* global(const char* symbol, std::size_t bytes) override;

 private:
  Device& device_;
  cl_program program_ = nullptr;
  std::deque<Function> functions_;  // addresses stay
};

}  // namespace hcrt::backends::opencl
#endif
