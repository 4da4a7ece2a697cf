#ifndef HCRT_BACKENDS_VULKAN_MODULE_HPP
#define HCRT_BACKENDS_VULKAN_MODULE_HPP

#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "../../core/specialized.hpp"
#include "device.hpp"
#include "spirv_notes.hpp"

namespace hcrt::backends::vulkan {

class Module;

/// Any device takes as many push constants; the object comes after what other kernels have.
constexpr u32 push_constant_bytes = 128, most_pushed_bytes = 96;  // hcpy/passes/vulkan/pushed.py

/// A group's size, the words of group memory, and the size of groups that are not at an edge: what a pipeline
/// is made for.
using Shape = std::array<u32, 7>;
/// That, and the values of hc::specialized.
using Constants = std::pair<Shape, std::vector<u64>>;

// Any thread, at the same time.
struct Function : backends::Function {
  Module* module = nullptr;
  u32 group_bytes = 0;     // of tile_static variables, with padding
  bool is_pushed = false;  // its function object is in its push constants
  mutable std::mutex mutex;
  std::vector<Specialized> specialized;
  mutable std::map<Constants, VkPipeline> pipelines;
};

// One thread at a time, but pipeline(): any.
class Module final : public backends::Module {
 public:
  Module(Device&, const Image&);
  ~Module() override;

  const backends::Function* function(const Entry&) override;
  void* global(const Global&) override;

  VkPipeline pipeline(const Function&, const Constants&);
  u64 data_address() const noexcept { return data_; }

 private:
  void require_abilities() const;
  void upload();

  Device& device_;
  Notes notes_;
  VkShaderModule module_ = 0;
  u64 data_ = 0;  // where its variables begin; 0: it has none
  std::deque<Function> functions_;
};

}  // namespace hcrt::backends::vulkan
#endif
