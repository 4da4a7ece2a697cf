#ifndef HCRT_BACKENDS_OPENCL_MODULE_HPP
#define HCRT_BACKENDS_OPENCL_MODULE_HPP

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "../../core/specialized.hpp"
#include "../spirv_words.hpp"
#include "device.hpp"

namespace hcrt::backends::opencl {

class Module;

struct Function : backends::Function {
  Module* module = nullptr;
  cl_program program = nullptr;  // of a variant alone
  cl_kernel kernel = nullptr;
  const void* variables = nullptr;  // of its module
  bool asks_for_launch = false;     // it has an hcrt_opencl_launch for its last argument
  mutable std::mutex mutex;         // setting arguments and enqueueing is one step
  std::vector<Specialized> specialized;

  /// The number of the argument after those that the launch gives.
  cl_uint first_free_argument() const { return entry.flags & HCRT_KERNEL_DYNAMIC_GROUP ? 2 : 1; }
};

/// Sets the kernel's last argument. It stays until it is set again.
void set_launch(const Api&, const Function&, hcrt_opencl_launch);

// One thread at a time, but variant(): any.
class Module final : public backends::Module {
 public:
  Module(Device&, const Image&);
  ~Module() override;
  const backends::Function* function(const Entry&) override;
  void* global(const Global&) override;

  /// The function itself, or its code for the values that the launch's function object has.
  const Function& variant(const Function&, const Launch&);

 private:
  using Values = std::pair<const Function*, std::vector<std::uint64_t>>;

  cl_program build(const spirv::Words&) const;
  void complete(Function&, cl_program);

  Device& device_;
  spirv::Words words_;
  std::unordered_set<std::string> refused_;  // kernels that the device can't run
  cl_program program_ = nullptr;
  void* variables_ = nullptr;
  std::deque<Function> functions_;  // addresses stay
  std::mutex variants_mutex_;
  std::map<Values, Function> variants_;
};

}  // namespace hcrt::backends::opencl
#endif
