// Loads scale.spv by its descriptor map and runs it: plain Vulkan 1.3, nothing of hcpy's.
//   g++ -std=c++17 launch.cpp -lvulkan -o launch && ./launch scale.spv scale.map
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "scale.hpp"

namespace {

constexpr int count = 1000, group = 64;

void need(bool is_so, const std::string& what) {
  if (is_so) return;
  std::printf("FAILED: %s\n", what.c_str());
  std::exit(1);
}
void ok(VkResult result, const char* what) { need(result == VK_SUCCESS, what); }

std::string content(const char* path) {
  std::ifstream file(path, std::ios::binary);
  need(file.good(), std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A line of the map: its first word, for some a name, then pairs of a word and a value.
struct Line {
  std::string what, name;
  std::map<std::string, std::string> values;
  std::uint64_t number(const char* key) const { return std::strtoull(values.at(key).c_str(), nullptr, 10); }
};

std::vector<Line> read_map(const char* path) {
  std::vector<Line> lines;
  std::istringstream text(content(path));
  for (std::string row; std::getline(text, row);) {
    std::istringstream words(row);
    Line line;
    std::getline(words, line.what, ',');
    if (line.what != "module" && line.what != "data" && line.what != "address")
      std::getline(words, line.name, ',');
    for (std::string key, value; std::getline(words, key, ',') && std::getline(words, value, ',');)
      line.values[key] = value;
    lines.push_back(line);
  }
  return lines;
}

const Line* find(const std::vector<Line>& lines, const char* what) {
  for (const Line& line : lines)
    if (line.what == what) return &line;
  return nullptr;
}

struct Machine {
  VkInstance instance{};
  VkPhysicalDevice physical{};
  VkDevice device{};
  VkQueue queue{};
  std::uint32_t family = 0;
};

Machine open_machine() {
  Machine m;
  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo instance{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  instance.pApplicationInfo = &application;
  ok(vkCreateInstance(&instance, nullptr, &m.instance), "vkCreateInstance");
  std::uint32_t one = 1;
  vkEnumeratePhysicalDevices(m.instance, &one, &m.physical);
  need(one == 1, "there is no device of Vulkan");
  std::uint32_t families = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(m.physical, &families, nullptr);
  std::vector<VkQueueFamilyProperties> found(families);
  vkGetPhysicalDeviceQueueFamilyProperties(m.physical, &families, found.data());
  while (m.family < families && !(found[m.family].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++m.family;
  need(m.family < families, "the device has no queue for kernels");
  // What the map's capabilities ask for: Int64, PhysicalStorageBufferAddresses, VulkanMemoryModel; and
  // maintenance4, for group sizes that are specialisation constants.
  VkPhysicalDeviceVulkan13Features of_1_3{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  of_1_3.maintenance4 = VK_TRUE;
  VkPhysicalDeviceVulkan12Features of_1_2{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  of_1_2.pNext = &of_1_3;
  of_1_2.bufferDeviceAddress = of_1_2.vulkanMemoryModel = VK_TRUE;
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
  features.pNext = &of_1_2;
  features.features.shaderInt64 = VK_TRUE;
  const float priority = 1;
  VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueFamilyIndex = m.family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo device{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  device.pNext = &features;
  device.queueCreateInfoCount = 1;
  device.pQueueCreateInfos = &queue;
  ok(vkCreateDevice(m.physical, &device, nullptr, &m.device), "vkCreateDevice");
  vkGetDeviceQueue(m.device, m.family, 0, &m.queue);
  return m;
}

// Memory that the host sees, and its address in kernels.
unsigned char* allocate(const Machine& m, std::size_t bytes, VkDeviceAddress& address) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  VkBuffer buffer{};
  ok(vkCreateBuffer(m.device, &info, nullptr, &buffer), "vkCreateBuffer");
  VkMemoryRequirements needs{};
  vkGetBufferMemoryRequirements(m.device, buffer, &needs);
  VkPhysicalDeviceMemoryProperties memory{};
  vkGetPhysicalDeviceMemoryProperties(m.physical, &memory);
  constexpr VkFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  std::uint32_t type = 0;
  while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted)
    need(++type < memory.memoryTypeCount, "the device has no memory that the host sees");
  VkMemoryAllocateFlagsInfo flags{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags, needs.size, type};
  VkDeviceMemory made{};
  ok(vkAllocateMemory(m.device, &allocation, nullptr, &made), "vkAllocateMemory");
  ok(vkBindBufferMemory(m.device, buffer, made, 0), "vkBindBufferMemory");
  VkBufferDeviceAddressInfo asked{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, buffer};
  address = vkGetBufferDeviceAddress(m.device, &asked);
  void* mapped = nullptr;
  ok(vkMapMemory(m.device, made, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  return static_cast<unsigned char*>(mapped);
}

// The module's variables, with addresses within them; 0: it has none.
VkDeviceAddress upload_data(const Machine& m, const std::vector<Line>& map) {
  const Line* const data = find(map, "data");
  if (!data) return 0;
  VkDeviceAddress address = 0;
  unsigned char* const bytes = allocate(m, data->number("bytes"), address);
  const std::string& digits = data->values.at("content");
  for (std::size_t i = 0; 2 * i < digits.size(); ++i)
    bytes[i] = static_cast<unsigned char>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
  for (const Line& line : map) {
    if (line.what != "address") continue;
    const std::uint64_t to = address + line.number("to");
    std::memcpy(bytes + line.number("offset"), &to, sizeof to);
  }
  return address;
}

VkPipeline make_pipeline(const Machine& m, const std::string& code, const std::vector<Line>& map,
                         const Line& kernel, VkPipelineLayout layout) {
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  const std::vector<std::uint32_t> words(
      reinterpret_cast<const std::uint32_t*>(code.data()),
      reinterpret_cast<const std::uint32_t*>(code.data()) + code.size() / 4);
  info.codeSize = words.size() * 4;
  info.pCode = words.data();
  VkShaderModule module{};
  ok(vkCreateShaderModule(m.device, &info, nullptr, &module), "vkCreateShaderModule");
  const std::uint64_t group_words = kernel.number("group_memory_bytes") / 4;
  std::map<std::string, std::uint32_t> values = {{"group_size_x", group}, {"group_size_y", 1},
                                                 {"group_size_z", 1},     {"tile_size_x", group},
                                                 {"tile_size_y", 1},      {"tile_size_z", 1}};
  values["group_memory_words"] = group_words ? static_cast<std::uint32_t>(group_words) : 1;
  std::vector<std::uint32_t> data;
  std::vector<VkSpecializationMapEntry> entries;
  for (const Line& line : map) {
    if (line.what != "specialization_constant") continue;
    entries.push_back(
        {static_cast<std::uint32_t>(line.number("id")), static_cast<std::uint32_t>(4 * data.size()), 4});
    data.push_back(values.at(line.name));
  }
  const VkSpecializationInfo constants = {static_cast<std::uint32_t>(entries.size()), entries.data(),
                                          4 * data.size(), data.data()};
  VkComputePipelineCreateInfo wanted{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  wanted.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  wanted.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  wanted.stage.module = module;
  wanted.stage.pName = kernel.name.c_str();
  wanted.stage.pSpecializationInfo = &constants;
  wanted.layout = layout;
  VkPipeline made{};
  ok(vkCreateComputePipelines(m.device, VK_NULL_HANDLE, 1, &wanted, nullptr, &made),
     "vkCreateComputePipelines");
  return made;
}

void run(const Machine& m, VkPipeline pipeline, VkPipelineLayout layout,
         const std::vector<unsigned char>& pushed) {
  VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  pool_info.queueFamilyIndex = m.family;
  VkCommandPool pool{};
  ok(vkCreateCommandPool(m.device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                   VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
  VkCommandBuffer commands{};
  ok(vkAllocateCommandBuffers(m.device, &info, &commands), "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  ok(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                     static_cast<std::uint32_t>(pushed.size()), pushed.data());
  vkCmdDispatch(commands, (count + group - 1) / group, 1, 1);
  VkMemoryBarrier seen{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                       VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                       &seen, 0, nullptr, 0, nullptr);
  ok(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  ok(vkQueueSubmit(m.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  ok(vkQueueWaitIdle(m.queue), "vkQueueWaitIdle");
}

}  // namespace

int main(int argc, char** argv) {
  need(argc == 3, "usage: launch MODULE MAP");
  const std::vector<Line> map = read_map(argv[2]);
  const Line* const kernel = find(map, "kernel");
  need(kernel, "the map has no kernel");
  // The function object: what the kernel captures, then the extent of the launch.
  struct Object {
    Scale captured;
    int extent[1];
  };
  need(kernel->number("argument_bytes") == sizeof(Object), "the kernel's function object has another size");

  const Machine m = open_machine();
  VkDeviceAddress data_at = 0, object_at = 0;
  auto* const data = reinterpret_cast<float*>(allocate(m, count * sizeof(float), data_at));
  for (int i = 0; i < count; ++i) data[i] = static_cast<float>(i);
  unsigned char* const place = allocate(m, sizeof(Object), object_at);
  const Object object = {{reinterpret_cast<float*>(data_at), 2}, {count}};
  std::memcpy(place, &object, sizeof object);

  std::vector<unsigned char> pushed;
  const VkDeviceAddress variables = upload_data(m, map);
  const std::uint32_t extent[3] = {count, 1, 1};
  const std::map<std::string, const void*> members = {
      {"arguments", &object_at}, {"data", &variables}, {"extent", extent}};
  for (const Line& line : map) {
    if (line.what != "push_constant") continue;
    pushed.resize(line.number("offset") + line.number("bytes"));
    std::memcpy(&pushed[line.number("offset")], members.at(line.name), line.number("bytes"));
  }
  const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                     static_cast<std::uint32_t>(pushed.size())};
  VkPipelineLayoutCreateInfo wanted{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  wanted.pushConstantRangeCount = 1;
  wanted.pPushConstantRanges = &range;
  VkPipelineLayout layout{};
  ok(vkCreatePipelineLayout(m.device, &wanted, nullptr, &layout), "vkCreatePipelineLayout");
  run(m, make_pipeline(m, content(argv[1]), map, *kernel, layout), layout, pushed);

  for (int i = 0; i < count; ++i)
    need(data[i] == static_cast<float>(2 * i + i % 4 * 10), "element " + std::to_string(i) + " is wrong");
  std::printf("PASSED\n");  // the process ends here, and frees all
}
