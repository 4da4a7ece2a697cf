// Loads scale.spv by its descriptor map and runs it: plain Vulkan 1.3, nothing of hcpy's. It takes modules
// whose pointers are addresses, and those of --abi=logical with each --pod.
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
  bool has_addresses = false;  // of buffers, for pointers that are addresses
};

Machine open_machine(bool has_addresses) {
  Machine m;
  m.has_addresses = has_addresses;
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
  // What the map's capabilities ask for: Int64, VulkanMemoryModel and for pointers that are addresses
  // PhysicalStorageBufferAddresses; and maintenance4, for group sizes that are specialisation constants.
  VkPhysicalDeviceVulkan13Features of_1_3{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
  of_1_3.maintenance4 = VK_TRUE;
  VkPhysicalDeviceVulkan12Features of_1_2{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  of_1_2.pNext = &of_1_3;
  of_1_2.vulkanMemoryModel = VK_TRUE;
  of_1_2.bufferDeviceAddress = has_addresses ? VK_TRUE : VK_FALSE;
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
struct Buffer {
  VkBuffer native{};
  unsigned char* bytes = nullptr;
  VkDeviceAddress address = 0;
};

Buffer allocate(const Machine& m, std::size_t bytes) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  if (m.has_addresses) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
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
  if (m.has_addresses) flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &flags, needs.size, type};
  VkDeviceMemory made{};
  ok(vkAllocateMemory(m.device, &allocation, nullptr, &made), "vkAllocateMemory");
  ok(vkBindBufferMemory(m.device, buffer, made, 0), "vkBindBufferMemory");
  VkBufferDeviceAddressInfo asked{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, nullptr, buffer};
  void* mapped = nullptr;
  ok(vkMapMemory(m.device, made, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  return {buffer, static_cast<unsigned char*>(mapped),
          m.has_addresses ? vkGetBufferDeviceAddress(m.device, &asked) : 0};
}

// The module's variables, with addresses within them; nothing: it has none.
Buffer upload_data(const Machine& m, const std::vector<Line>& map) {
  const Line* const data = find(map, "data");
  if (!data) return {};
  const Buffer made = allocate(m, data->number("bytes"));
  const std::string& digits = data->values.at("content");
  for (std::size_t i = 0; 2 * i < digits.size(); ++i)
    made.bytes[i] = static_cast<unsigned char>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
  for (const Line& line : map) {
    if (line.what != "address") continue;
    const std::uint64_t to = made.address + line.number("to");
    std::memcpy(made.bytes + line.number("offset"), &to, sizeof to);
  }
  return made;
}

// The buffers of a module whose pointers are descriptors.
struct Descriptors {
  struct Bound {
    std::uint32_t set, binding;
    VkDescriptorType type;
    VkBuffer buffer;
  };
  std::vector<Bound> bound;
  std::vector<VkDescriptorSetLayout> layouts;
  std::vector<VkDescriptorSet> sets;

  void add(const Line& line, VkDescriptorType type, const Buffer& buffer) {
    bound.push_back({static_cast<std::uint32_t>(line.number("set")),
                     static_cast<std::uint32_t>(line.number("binding")), type, buffer.native});
  }
  void make(const Machine& m) {
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8},
                                          {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 8}};
    VkDescriptorPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool_info.maxSets = pool_info.poolSizeCount = 2;
    pool_info.pPoolSizes = sizes;
    VkDescriptorPool pool{};
    ok(vkCreateDescriptorPool(m.device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
    for (std::uint32_t set = 0; set < 2; ++set) {
      std::vector<VkDescriptorSetLayoutBinding> bindings;
      for (const Bound& one : bound)
        if (one.set == set)
          bindings.push_back({one.binding, one.type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
      VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
      info.bindingCount = static_cast<std::uint32_t>(bindings.size());
      info.pBindings = bindings.data();
      VkDescriptorSetLayout made{};
      ok(vkCreateDescriptorSetLayout(m.device, &info, nullptr, &made), "vkCreateDescriptorSetLayout");
      layouts.push_back(made);
    }
    sets.resize(2);
    VkDescriptorSetAllocateInfo wanted{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr, pool, 2,
                                       layouts.data()};
    ok(vkAllocateDescriptorSets(m.device, &wanted, sets.data()), "vkAllocateDescriptorSets");
    for (const Bound& one : bound) {
      const VkDescriptorBufferInfo whole = {one.buffer, 0, VK_WHOLE_SIZE};
      VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
      write.dstSet = sets[one.set];
      write.dstBinding = one.binding;
      write.descriptorCount = 1;
      write.descriptorType = one.type;
      write.pBufferInfo = &whole;
      vkUpdateDescriptorSets(m.device, 1, &write, 0, nullptr);
    }
  }
};

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
    const auto known = values.find(line.name);  // others keep what the module says
    if (line.what != "specialization_constant" || known == values.end()) continue;
    entries.push_back(
        {static_cast<std::uint32_t>(line.number("id")), static_cast<std::uint32_t>(4 * data.size()), 4});
    data.push_back(known->second);
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
         const std::vector<unsigned char>& pushed, const std::vector<VkDescriptorSet>& sets) {
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
  if (!sets.empty())
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0,
                            static_cast<std::uint32_t>(sets.size()), sets.data(), 0, nullptr);
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

// The function object: what the kernel captures, then the extent of the launch.
struct Object {
  Scale captured;
  int extent[1];
};

// Pointers that are addresses: the push constant has that of the function object.
void push_addresses(const Machine& m, const std::vector<Line>& map, const Buffer& data,
                    const Buffer& variables, std::vector<unsigned char>& pushed) {
  const Buffer object_at = allocate(m, sizeof(Object));
  const Object object = {{reinterpret_cast<float*>(data.address), 2}, {count}};
  std::memcpy(object_at.bytes, &object, sizeof object);
  const std::map<std::string, VkDeviceAddress> members = {{"arguments", object_at.address},
                                                          {"data", variables.address}};
  for (const Line& line : map)
    if (line.what == "push_constant" && members.count(line.name))
      std::memcpy(&pushed[line.number("offset")], &members.at(line.name), line.number("bytes"));
}

// Pointers that are descriptors: the function object has no pointer; it is pushed, or lies in a buffer.
void bind_buffers(const Machine& m, const std::vector<Line>& map, const Buffer& data, const Buffer& variables,
                  std::vector<unsigned char>& pushed, Descriptors& descriptors) {
  const Object object = {{nullptr, 2}, {count}};
  for (const Line& line : map) {
    if (line.what == "constants") descriptors.add(line, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, variables);
    if (line.what == "parameter" && line.values.at("kind") == "buffer")
      descriptors.add(line, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data);
    if (line.what != "values") continue;
    const std::size_t offset = line.number("offset"), bytes = line.number("bytes");
    if (line.values.at("kind") == "push") {
      pushed.resize(offset + bytes);
      std::memcpy(&pushed[offset], &object, bytes);
      continue;
    }
    const Buffer values = allocate(m, (bytes + 15) / 16 * 16);  // a uniform buffer has whole rows
    std::memcpy(values.bytes + offset, &object, bytes);
    descriptors.add(line,
                    line.values.at("kind") == "ubo" ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                    : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                    values);
  }
  descriptors.make(m);
}

}  // namespace

int main(int argc, char** argv) {
  need(argc == 3, "usage: launch MODULE MAP");
  const std::vector<Line> map = read_map(argv[2]);
  const Line *const kernel = find(map, "kernel"), *const module = find(map, "module");
  need(kernel && module, "the map has no kernel");
  need(kernel->number("argument_bytes") == sizeof(Object), "the kernel's function object has another size");
  const bool is_logical = module->values.at("abi") == "logical";

  const Machine m = open_machine(!is_logical);
  const Buffer data = allocate(m, count * sizeof(float)), variables = upload_data(m, map);
  auto* const numbers = reinterpret_cast<float*>(data.bytes);
  for (int i = 0; i < count; ++i) numbers[i] = static_cast<float>(i);

  std::vector<unsigned char> pushed;
  const std::uint32_t extent[3] = {count, 1, 1};
  for (const Line& line : map) {
    if (line.what != "push_constant") continue;
    pushed.resize(line.number("offset") + line.number("bytes"));
    if (line.name == "extent") std::memcpy(&pushed[line.number("offset")], extent, sizeof extent);
  }
  Descriptors descriptors;
  if (is_logical)
    bind_buffers(m, map, data, variables, pushed, descriptors);
  else
    push_addresses(m, map, data, variables, pushed);
  const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                     static_cast<std::uint32_t>(pushed.size())};
  VkPipelineLayoutCreateInfo wanted{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  wanted.setLayoutCount = static_cast<std::uint32_t>(descriptors.layouts.size());
  wanted.pSetLayouts = descriptors.layouts.data();
  wanted.pushConstantRangeCount = 1;
  wanted.pPushConstantRanges = &range;
  VkPipelineLayout layout{};
  ok(vkCreatePipelineLayout(m.device, &wanted, nullptr, &layout), "vkCreatePipelineLayout");
  run(m, make_pipeline(m, content(argv[1]), map, *kernel, layout), layout, pushed, descriptors.sets);

  for (int i = 0; i < count; ++i)
    need(numbers[i] == static_cast<float>(2 * i + i % 4 * 10), "element " + std::to_string(i) + " is wrong");
  std::printf("PASSED\n");  // the process ends here, and frees all
  return 0;
}
