#include "module.hpp"

#include <cstring>

#include "../../core/log.hpp"
#include "float_controls.hpp"
#include "queue.hpp"

namespace hcrt::backends::vulkan {

namespace {
constexpr u32 divides_exactly_id = 7, rows_are_apart_id = 8;  // hcpy/passes/vulkan/emit.py
}

Module::Module(Device& device, const Image& image)
    : device_(device), notes_(read_notes(image.data, image.bytes)) {
  if (!notes_.fault.empty()) throw Error(Errc::runtime, "the SPIR-V module is damaged: " + notes_.fault);
  require_abilities();
  std::vector<u32> code(static_cast<const u32*>(image.data),
                        static_cast<const u32*>(image.data) + image.bytes / 4);
  keep_float_controls(code, device.float_controls());
  VkShaderModuleCreateInfo info;
  info.codeSize = code.size() * sizeof(u32);
  info.pCode = code.data();
  device.check(device.api().vkCreateShaderModule(device.native(), &info, nullptr, &module_),
               "the device refused the SPIR-V module");
  try {
    upload();
  } catch (const Error&) {
    device.api().vkDestroyShaderModule(device.native(), module_, nullptr);
    throw;
  }
}

Module::~Module() {
  const Api& api = device_.api();
  for (const Function& function : functions_)
    for (const auto& [constants, pipeline] : function.pipelines)
      api.vkDestroyPipeline(device_.native(), pipeline, nullptr);
  api.vkDestroyShaderModule(device_.native(), module_, nullptr);
  if (data_) device_.deallocate(reinterpret_cast<void*>(data_), MemoryKind::device);
}

void Module::require_abilities() const {
  const Abilities& has = device_.abilities();
  const struct {
    u32 capability;
    bool has;
    const char* what;
  } table[] = {{9, has.float16, "half (shaderFloat16)"},
               {10, has.float64, "double (shaderFloat64)"},
               {12, has.atomics64, "atomic operations of 64 bits (shaderBufferInt64Atomics)"},
               {22, has.int16, "integers of 16 bits (shaderInt16)"},
               {39, has.int8, "integers of 8 bits (shaderInt8)"},
               {61, has.waves, "waves (sub-groups in compute shaders)"},
               {64, has.ballot, "votes of a wave (sub-groups with ballots)"},
               {65, has.shuffle, "values of another lane of a wave (sub-groups with shuffles)"},
               {4433, has.storage16, "memory accesses of 16 bits (storageBuffer16BitAccess)"},
               {4448, has.storage8, "memory accesses of 8 bits (storageBuffer8BitAccess)"}};
  std::string lacking;
  for (const auto& row : table)
    if (notes_.capabilities.count(row.capability) && !row.has)
      lacking += (lacking.empty() ? "" : ", ") + std::string(row.what);
  if (!lacking.empty())
    throw Error(Errc::unsupported_feature,
                "the kernels need " + lacking + ", which " + narrow(device_.info().path) + " lacks");
}

// The variables' initial values, with addresses in them.
void Module::upload() {
  if (notes_.data.empty()) return;
  const std::size_t bytes = notes_.data.size();
  void* const memory = device_.allocate(bytes, 256, MemoryKind::device);
  data_ = reinterpret_cast<u64>(memory);
  for (const auto& [at, to] : notes_.addresses) {
    const u64 address = data_ + to;
    if (at + sizeof address <= bytes) std::memcpy(&notes_.data[at], &address, sizeof address);
  }
  Queue queue(device_);
  Copy copy{};
  copy.destination = memory;
  copy.source = notes_.data.data();
  copy.destination_side = Side::device;
  copy.source_side = Side::host;
  copy.row_bytes = bytes;
  queue.copy(copy);
  queue.wait();
}

const backends::Function* Module::function(const Entry& entry) {
  const auto found = notes_.group_bytes.find(entry.symbol);
  if (found == notes_.group_bytes.end())
    throw Error(Errc::runtime, text("the SPIR-V image has no kernel %s", entry.symbol));
  functions_.emplace_back();
  Function& function = functions_.back();
  function.entry = entry;
  function.module = this;
  function.group_bytes = found->second;
  function.is_pushed = notes_.pushed.count(entry.symbol) != 0;
  if (function.is_pushed && entry.parameter_bytes > most_pushed_bytes)
    throw Error(Errc::runtime, text("the SPIR-V module is damaged: what %s captures is no push constant",
                                    entry.display_name));
  function.specialized = read_specialized(entry.specialized, entry.parameter_bytes);
  function.max_group_items = device_.info().max_group_items;
  return &function;
}

void* Module::global(const Global& variable) {
  const auto found = notes_.variables.find(variable.symbol);
  if (found == notes_.variables.end() || !data_) return nullptr;
  if (found->second.bytes < variable.bytes)
    throw Error(Errc::runtime, text("the variable %s has another size in the kernels", variable.symbol));
  return reinterpret_cast<void*>(data_ + found->second.offset);
}

VkPipeline Module::pipeline(const Function& function, const Constants& wanted) {
  const std::lock_guard<std::mutex> lock(function.mutex);
  const auto known = function.pipelines.find(wanted);
  if (known != function.pipelines.end()) return known->second;
  const auto& [shape, values] = wanted;
  std::vector<u64> data;
  std::vector<VkSpecializationMapEntry> entries;
  const auto add = [&](u32 number, u64 value, u32 bytes) {
    entries.push_back({number, static_cast<u32>(data.size() * sizeof value), bytes});
    data.push_back(value);
  };
  for (u32 i = 0; i < shape.size(); ++i) add(i, shape[i], 4);
  add(divides_exactly_id, device_.divides_exactly() ? 1 : 0, 4);
  add(rows_are_apart_id, device_.rows_are_apart() ? 1 : 0, 4);
  for (std::size_t i = 0; i < values.size(); ++i)  // small ones are marked as 32 bits
    add(function.specialized[i].number, values[i], function.specialized[i].bytes == 8 ? 8 : 4);
  if (!values.empty())
    HCRT_LOG("kernel '%s' on %s: compiled for the specialized values %s", function.entry.display_name,
             narrow(device_.info().path).c_str(), describe_specialized(function.specialized, values).c_str());
  const VkSpecializationInfo constants = {static_cast<u32>(entries.size()), entries.data(),
                                          data.size() * sizeof data[0], data.data()};
  VkComputePipelineCreateInfo info;
  info.flags = pipeline_dispatch_base;
  info.stage.module = module_;
  info.stage.pName = function.entry.symbol;
  info.stage.pSpecializationInfo = &constants;
  info.layout = device_.layout();
  VkPipeline made = 0;
  const VkResult result = device_.api().vkCreateComputePipelines(
      device_.native(), device_.pipelines().native(), 1, &info, nullptr, &made);
  device_.check(result, text("kernel '%s': vkCreateComputePipelines", function.entry.display_name).c_str());
  function.pipelines[wanted] = made;
  device_.pipelines().keep();
  return made;
}

}  // namespace hcrt::backends::vulkan
