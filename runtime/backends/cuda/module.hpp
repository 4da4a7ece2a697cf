#ifndef HCRT_BACKENDS_CUDA_MODULE_HPP
#define HCRT_BACKENDS_CUDA_MODULE_HPP

#include <atomic>
#include <deque>

#include "device.hpp"

namespace hcrt::backends::cuda {

struct Function : backends::Function {
  CUfunction function = nullptr;
  mutable std::atomic<std::uint32_t> dynamic_limit{0};  // dynamic group memory that was asked for so far
};

// One thread at a time.
class Module final : public backends::Module {
 public:
  Module(const Device&, const Image&);
  ~Module() override;
  const backends::Function* function(const Entry&) override;
  void* global(const Global&) override;

 private:
  void load_functions() const;

  const Device& device_;
  CUmodule module_ = nullptr;
  std::deque<Function> functions_;  // addresses stay
};

}  // namespace hcrt::backends::cuda
#endif
