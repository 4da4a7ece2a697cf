#include "device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "../../core/log.hpp"
#include "../../core/variables.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "queue.hpp"

namespace hcrt::backends::opencl {
namespace {

// The highest of "SPIR-V_1.4 SPIR-V_1.3 ...", as 104; 0 where there is none.
int highest_spirv(const std::string& versions) {
  int highest = 0;
  for (std::size_t at = 0; (at = versions.find("SPIR-V_", at)) != std::string::npos; ++at) {
    int major = 0, minor = 0;
    if (std::sscanf(versions.c_str() + at, "SPIR-V_%d.%d", &major, &minor) == 2)
      highest = std::max(highest, major * 100 + minor);
  }
  return highest;
}

// "OpenCL 3.0 ..." as 3 << 16.
std::uint32_t parse_version(const std::string& version) {
  unsigned major = 0, minor = 0;
  if (std::sscanf(version.c_str(), "OpenCL %u.%u", &major, &minor) != 2) return 0;
  return major << 16 | minor;
}

}  // namespace

template <class Value>
Value Device::query(cl_uint what) const {
  Value value{};
  api_.clGetDeviceInfo(device_, what, sizeof value, &value, nullptr);  // 0 means "not supported"
  return value;
}

std::string Device::query_text(cl_uint what) const {
  std::size_t size = 0;
  if (api_.clGetDeviceInfo(device_, what, 0, nullptr, &size) != CL_SUCCESS || size < 2) return {};
  std::string value(size, '\0');
  api_.clGetDeviceInfo(device_, what, size, &value[0], nullptr);
  value.resize(std::strlen(value.c_str()));
  return value;
}

Device::Device(const Api& api, cl_platform_id platform, cl_device_id device, unsigned number)
    : api_(api), device_(device) {
  describe(number);
  find_extensions(platform);
  const std::string extensions = query_text(CL_DEVICE_EXTENSIONS);
  memory_ = choose_memory(extensions);
  has_waves_ = extensions.find("cl_khr_subgroup_ballot") != std::string::npos &&
               extensions.find("cl_khr_subgroup_shuffle") != std::string::npos;
  info_.shares_host_memory = memory_ == MemoryModel::system;
  info_.unusable = find_fault();
  if (!info_.unusable.empty()) return;
  cl_int status;
  context_ = api_.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
  if (!context_) info_.unusable = text("clCreateContext failed (%d)", status);
}

Device::~Device() {
  free_blocks();
  if (context_) api_.clReleaseContext(context_);
}

void Device::describe(unsigned number) {
  const auto type = query<cl_bitfield>(CL_DEVICE_TYPE);
  info_.backend = hcrt::Backend::opencl;
  info_.path = widen(text("opencl:%u", number));
  info_.description = widen(query_text(CL_DEVICE_NAME));
  info_.version = parse_version(query_text(CL_DEVICE_VERSION));
  info_.memory_bytes = query<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  info_.max_tile_static_bytes = query<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE);
  info_.compute_units = query<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  info_.max_group_items = static_cast<std::uint32_t>(query<std::size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  std::size_t sizes[16] = {};  // devices have three dimensions, and may have more
  api_.clGetDeviceInfo(device_, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr);
  for (int d = 0; d < 3; ++d) info_.max_group_size[d] = static_cast<std::uint32_t>(sizes[d]);
  info_.is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  info_.supports_double = query<cl_bitfield>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
  const bool is_intel = query_text(CL_DEVICE_VENDOR).find("Intel(R) Corporation") != std::string::npos;
  const bool is_pocl = query_text(CL_DEVICE_VERSION).find("PoCL") != std::string::npos;
  const bool is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  loses_values_ = is_cpu && (is_intel || is_pocl);
  breaks_loops_ = is_cpu && is_intel;
  // 2.x has these always, 3.0 says so.
  const bool is_2 = info_.version < (3u << 16);
  smaller_edge_groups_ = is_2 || query<cl_bool>(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) != CL_FALSE;
  generic_pointers_ = is_2 || query<cl_bool>(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) != CL_FALSE;
  spirv_version_ = highest_spirv(query_text(CL_DEVICE_IL_VERSION));
}

void Device::find_extensions(cl_platform_id platform) {
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(
        api_.clGetExtensionFunctionAddressForPlatform(platform, name));
  };
  find(extensions_.clHostMemAllocINTEL, "clHostMemAllocINTEL");
  find(extensions_.clDeviceMemAllocINTEL, "clDeviceMemAllocINTEL");
  find(extensions_.clMemBlockingFreeINTEL, "clMemBlockingFreeINTEL");
  find(extensions_.clEnqueueMemcpyINTEL, "clEnqueueMemcpyINTEL");
  find(extensions_.clEnqueueMemFillINTEL, "clEnqueueMemFillINTEL");
  find(extensions_.clCreateCommandBufferKHR, "clCreateCommandBufferKHR");
  find(extensions_.clCommandNDRangeKernelKHR, "clCommandNDRangeKernelKHR");
  find(extensions_.clFinalizeCommandBufferKHR, "clFinalizeCommandBufferKHR");
  find(extensions_.clEnqueueCommandBufferKHR, "clEnqueueCommandBufferKHR");
  find(extensions_.clReleaseCommandBufferKHR, "clReleaseCommandBufferKHR");
}

// HCPY_OPENCL_MEMORY=system|usm|svm asks for one that is not the first choice, e.g. to test it.
MemoryModel Device::choose_memory(const std::string& extensions) const {
  const auto svm = query<cl_bitfield>(CL_DEVICE_SVM_CAPABILITIES);
  const bool has_system = (svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0;
  const bool has_usm = extensions.find("cl_intel_unified_shared_memory") != std::string::npos &&
                       extensions_.clHostMemAllocINTEL && extensions_.clDeviceMemAllocINTEL &&
                       extensions_.clMemBlockingFreeINTEL && extensions_.clEnqueueMemcpyINTEL &&
                       extensions_.clEnqueueMemFillINTEL;
  const bool has_svm = (svm & (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER)) != 0;
  const std::string name = variables::opencl_memory.value();
  if (has_usm && name == "usm") return MemoryModel::usm;
  if (has_svm && name == "svm") return MemoryModel::svm;
  // A discrete GPU may reach host memory as well, but slowly: its own memory comes first there.
  if (has_system && (!info_.is_gpu || name == "system")) return MemoryModel::system;
  return has_usm      ? MemoryModel::usm
         : has_svm    ? MemoryModel::svm
         : has_system ? MemoryModel::system
                      : MemoryModel::none;
}

std::string Device::find_fault() const {
  if (info_.version < (2u << 16))
    return text("OpenCL %u.%u is older than 2.0", info_.version >> 16, info_.version & 0xffff);
  if (!spirv_version_) return "it takes no SPIR-V";
  if (memory_ == MemoryModel::none)
    return "it has neither unified shared memory (cl_intel_unified_shared_memory) nor shared virtual memory";
  return {};
}

int Device::rate(const Image& image) const noexcept {
  int major = 0, minor = 0;
  if (image.kind != HCRT_IMAGE_SPIRV) return 0;
  if (std::sscanf(image.architecture, "%d.%d", &major, &minor) != 2) return 1;
  const int version = major * 100 + minor;
  return version <= spirv_version_ ? version : 0;
}

std::unique_ptr<backends::Module> Device::load(const Image& image) {
  return std::make_unique<Module>(*this, image);
}

std::unique_ptr<backends::Queue> Device::create_queue(const QueueOptions&) {
  if (!context_)
    throw Error(Errc::runtime, "accelerator " + narrow(info_.path) + " can't be used: " + info_.unusable);
  return std::make_unique<Queue>(*this);
}

void* Device::allocate(std::size_t bytes, std::size_t alignment, MemoryKind kind) {
  const auto align = static_cast<cl_uint>(std::min<std::size_t>(alignment, 128));
  cl_int status = CL_MEM_OBJECT_ALLOCATION_FAILURE;
  void* address = nullptr;
  if (!context_)
    throw Error(Errc::runtime, "accelerator " + narrow(info_.path) + " can't be used: " + info_.unusable);
  if (memory_ == MemoryModel::usm) {
    address = kind == MemoryKind::pinned
                  ? extensions_.clHostMemAllocINTEL(context_, nullptr, bytes, align, &status)
                  : extensions_.clDeviceMemAllocINTEL(context_, device_, nullptr, bytes, align, &status);
  } else {
    free_blocks();
    const auto svm = query<cl_bitfield>(CL_DEVICE_SVM_CAPABILITIES);
    const bool fine = (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0;
    address = api_.clSVMAlloc(context_, CL_MEM_READ_WRITE | (fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0), bytes,
                              align);
    if (address) svm_blocks_.add(address);
  }
  if (address) return address;
  throw Error(Errc::out_of_memory,
              text("out of memory on %s: %zu bytes (%d)", narrow(info_.path).c_str(), bytes, status));
}

void Device::deallocate(void* address, MemoryKind) noexcept {
  if (memory_ == MemoryModel::usm) {
    extensions_.clMemBlockingFreeINTEL(context_, address);
    return;
  }
  svm_blocks_.give_up(address);
  free_blocks();
}

void Device::free_blocks() {
  svm_blocks_.free_unnamed([this](void* block) { api_.clSVMFree(context_, block); });
}

void* Device::native(Native which) {
  return which == Native::context ? static_cast<void*>(context_) : static_cast<void*>(device_);
}

void Device::lend(void* address) { svm_blocks_.add(address); }

void Device::take_back(void* address) noexcept { svm_blocks_.remove(address); }

// Only what has the order of one queue: command buffers keep that of theirs.
std::unique_ptr<backends::Graph> Device::create_graph(const std::vector<const GraphNode*>& nodes) {
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (nodes[i]->before != std::vector<std::uint32_t>(i ? 1 : 0, i - 1)) return nullptr;
  return std::make_unique<Graph>(*this, nodes);
}

void Device::declare_memory(cl_kernel kernel) {
  const cl_bool yes = CL_TRUE;
  if (memory_ == MemoryModel::system) {
    check(api_.clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes),
          "clSetKernelExecInfo");
  } else if (memory_ == MemoryModel::usm) {
    for (const cl_uint what :
         {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
          CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
      check(api_.clSetKernelExecInfo(kernel, what, sizeof yes, &yes), "clSetKernelExecInfo");
  }
}

SvmBlocks::Launch Device::declare_blocks(cl_kernel kernel) {
  if (memory_ == MemoryModel::system) return 0;
  free_blocks();
  std::vector<void*> blocks;
  const SvmBlocks::Launch launch = svm_blocks_.begin(blocks);
  if (!launch) return 0;
  const cl_int status = api_.clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                                 blocks.size() * sizeof(void*), blocks.data());
  if (status != CL_SUCCESS) svm_blocks_.forget(launch);
  check(status, "clSetKernelExecInfo");
  return launch;
}

}  // namespace hcrt::backends::opencl
