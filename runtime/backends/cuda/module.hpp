#ifndef HCRT_BACKENDS_CUDA_MODULE_HPP
#define HCRT_BACKENDS_CUDA_MODULE_HPP

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "../../core/specialized.hpp"
#include "device.hpp"

namespace hcrt::backends::cuda {

class Module;

struct Function : backends::Function {
  Module* module = nullptr;
  CUfunction function = nullptr;
  std::uint32_t block_limit = 0;  // by its registers; max_group_items: with fewer registers
  mutable std::atomic<std::uint32_t> dynamic_limit{0};  // dynamic group memory that was asked for so far
  std::vector<Specialized> specialized;
};

// One thread at a time, but variant(): any.
class Module final : public backends::Module {
 public:
  Module(const Device&, const Image&);
  ~Module() override;
  const backends::Function* function(const Entry&) override;
  void* global(const Global&) override;

  /// The launch's function itself, or its code for the values that the launch's function object has, or with
  /// so few registers that its group fits.
  static const Function& variant(const Launch&);

 private:
  using Values =
      std::pair<const Function*, std::vector<std::uint64_t>>;  // the last one: most registers, or 0

  CUmodule load(const void* ptx, std::uint32_t registers = 0) const;
  void load_functions(CUmodule) const;
  void unload(CUmodule) const noexcept;
  void complete(Function&, CUmodule) const;
  const Function& variant(const Function&, const Launch&, std::uint32_t registers);
  std::uint32_t registers_for(std::uint64_t items) const;

  const Device& device_;
  const Image image_;
  CUmodule module_ = nullptr;
  std::deque<Function> functions_;  // addresses stay
  std::mutex variants_mutex_;
  std::vector<CUmodule> variant_modules_;
  std::map<Values, Function> variants_;
};

}  // namespace hcrt::backends::cuda
#endif
