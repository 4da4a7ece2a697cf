// Variables that kernels use, by name or address: accelerator::memcpy_symbol and its kin.
#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <vector>

#include "graph_recorder.hpp"
#include "launch_variables.hpp"
#include "loaded_variables.hpp"
#include "log.hpp"
#include "queue.hpp"
#include "registry.hpp"
#include "shown_memory.hpp"
#include "trace.hpp"

namespace hcrt {
namespace {

// "space::v" for a variable of C++; the symbol itself for one of C.
std::string plain_name(const char* symbol) {
  int status = 0;
  char* const name = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  const std::string result = name ? name : symbol;
  std::free(name);
  return result;
}

using Bytes = std::vector<unsigned char>;

// One instance of a variable: on the device, or the host's own where `device` is null.
struct Instance {
  char* device;
  char* host;
  std::size_t bytes;
  Bytes given;  // what the device's had before kernels wrote it
};

void wait_for_device(Device* device) {
  not_while_recording("memcpy_symbol");
  for (const Ref<Queue>& queue : queues(device)) wait(queue.get());
}

void copy_now(Device* device, void* on_device, void* host, std::size_t bytes, bool to_device) {
  backends::Copy copy{};
  copy.destination = to_device ? on_device : host;
  copy.source = to_device ? host : on_device;
  copy.destination_side = to_device ? backends::Side::device : backends::Side::host;
  copy.source_side = to_device ? backends::Side::host : backends::Side::device;
  copy.row_bytes = bytes;
  const Ref<Event> done =
      device->transfer_queue()->submit({}, [&](backends::Queue& native) { return native.copy(copy); });
  if (tracing()) trace_copy(done, {}, copy);
  done->wait();
}

// The device's instance, with the host's value where no launch has given it one yet.
Instance instance_of(Device* device, const KernelVariable& variable) {
  Unit& unit = *variable.unit;
  const Bundle::Global& global = unit.bundle().globals[variable.index];
  Instance instance{nullptr, static_cast<char*>(const_cast<void*>(global.address)), global.bytes, {}};
  Kernel* const kernel = unit.any_kernel_for(device);
  if (!kernel) return instance;
  const std::lock_guard<std::mutex> lock(unit.globals_mutex());
  UploadedGlobals& uploaded = unit.globals(device, *kernel);
  instance.device = static_cast<char*>(uploaded.addresses[variable.index]);
  auto& value = uploaded.values[variable.index];
  if (instance.device && !value) {
    auto first = std::make_shared<Bytes>(instance.host, instance.host + instance.bytes);
    copy_now(device, instance.device, first->data(), first->size(), true);
    value = std::move(first);
  }
  const Bytes& set = uploaded.set[variable.index];
  if (instance.device) instance.given = set.empty() ? *value : set;
  return instance;
}

// Who has the address of a device's instance has it from a unit that is loaded there.
bool is_known_on_device(Device* device, const KernelVariable& variable, const void* address) {
  const std::lock_guard<std::mutex> lock(variable.unit->globals_mutex());
  const UploadedGlobals* const known = variable.unit->known_globals(device);
  return address && known && known->addresses[variable.index] == address;
}

std::vector<KernelVariable> named(const char* name) {
  std::vector<KernelVariable> found;
  for (const KernelVariable& variable : kernel_variables()) {
    const char* const symbol = variable.unit->bundle().globals[variable.index].symbol;
    if (std::strcmp(symbol, name) == 0 || plain_name(symbol) == name) found.push_back(variable);
  }
  return found;
}

void copy_part(Device* device, const Instance& instance, void* host, std::size_t bytes, std::size_t offset,
               bool to_device) {
  if (offset > instance.bytes || bytes > instance.bytes - offset)
    throw Error(Errc::runtime, text("memcpy_symbol: %zu bytes from %zu on reach past the variable's %zu",
                                    bytes, offset, instance.bytes));
  if (instance.device) return copy_now(device, instance.device + offset, host, bytes, to_device);
  std::memcpy(to_device ? instance.host + offset : host, to_device ? host : instance.host + offset, bytes);
}

Bytes content_of(Device* device, const Instance& instance) {
  Bytes content(instance.bytes);
  copy_now(device, instance.device, content.data(), content.size(), false);
  return content;
}

// What kernels have made of the variable that the units' images have instances of; empty: nothing.
Bytes changed_content(Device* device, const char* symbol, const std::vector<Instance>& instances) {
  Bytes changed;
  for (const Instance& instance : instances) {
    if (!instance.device) continue;
    Bytes content = content_of(device, instance);
    if (content == instance.given) continue;
    if (!changed.empty() && changed != content)
      throw Error(Errc::runtime,
                  text("memcpy_symbol: kernels of several source files have written '%s', and on accelerator "
                       "%s each file's kernels have a variable of their own",
                       plain_name(symbol).c_str(), narrow(device->info().path).c_str()));
    changed = std::move(content);
  }
  return changed;
}

// All units' instances of one variable get the content.
void give(Device* device, const std::vector<KernelVariable>& variables, Bytes content) {
  for (const KernelVariable& variable : variables) {
    const Instance instance = instance_of(device, variable);
    if (!instance.device) continue;
    copy_now(device, instance.device, content.data(), content.size(), true);
    const std::lock_guard<std::mutex> lock(variable.unit->globals_mutex());
    variable.unit->globals(device, *variable.unit->any_kernel_for(device)).set[variable.index] = content;
  }
}

// Each unit's image has its own instance: the one that kernels have written counts, and all are written.
void copy_one(Device* device, const std::vector<KernelVariable>& variables, void* host, std::size_t bytes,
              std::size_t offset, bool to_device) {
  std::vector<Instance> instances;
  for (const KernelVariable& variable : variables) instances.push_back(instance_of(device, variable));
  const auto on_device = std::find_if(instances.begin(), instances.end(),
                                      [](const Instance& instance) { return instance.device != nullptr; });
  const Instance& first = on_device != instances.end() ? *on_device : instances.front();
  const bool is_shared = on_device != instances.end() && instances.size() > 1;
  const char* const symbol = variables.front().unit->bundle().globals[variables.front().index].symbol;
  Bytes changed = is_shared ? changed_content(device, symbol, instances) : Bytes();
  if (!changed.empty()) give(device, variables, std::move(changed));
  copy_part(device, first, host, bytes, offset, to_device);
  if (is_shared && to_device) give(device, variables, content_of(device, first));
}

// Files may have variables of one name, each its own: all are written, the first one is read.
void copy_all(Device* device, const std::vector<KernelVariable>& variables, void* host, std::size_t bytes,
              std::size_t offset, bool to_device) {
  wait_for_device(device);
  std::vector<KernelVariable> left = variables;
  while (!left.empty()) {
    const auto address_of = [](const KernelVariable& v) { return v.unit->bundle().globals[v.index].address; };
    const void* const address = address_of(left.front());
    const auto others = std::stable_partition(
        left.begin(), left.end(), [&](const KernelVariable& v) { return address_of(v) == address; });
    copy_one(device, {left.begin(), others}, host, bytes, offset, to_device);
    if (!to_device) return;
    left.erase(left.begin(), others);
  }
}

// Nothing but memcpy_symbol sees the devices' instances of a variable that no kernel uses: the host's own
// serves them all.
void copy_unused(const LoadedVariable& variable, void* host, std::size_t bytes, std::size_t offset,
                 bool to_device) {
  if (variable.is_const && to_device) throw Error(Errc::runtime, "memcpy_symbol: the variable is const");
  copy_part(nullptr, {nullptr, variable.address, variable.bytes, {}}, host, bytes, offset, to_device);
}

}  // namespace

void* symbol_address(Device* device, const char* name) {
  const std::vector<KernelVariable> found = named(name);
  if (found.empty()) return space_of(device) ? nullptr : loaded_variable(name).address;
  const Instance instance = instance_of(device, found.front());
  if (!instance.device) return instance.host;
  if (const Space space = space_of(device)) show(instance.device, instance.bytes, space);
  return instance.device;
}

void copy_symbol(Device* device, const char* name, void* host, std::size_t bytes, std::size_t offset,
                 bool to_device) {
  const std::vector<KernelVariable> found = named(name);
  const LoadedVariable unused = found.empty() ? loaded_variable(name) : LoadedVariable{nullptr, 0, false};
  if (unused.address) return copy_unused(unused, host, bytes, offset, to_device);
  if (found.empty()) throw Error(Errc::runtime, text("memcpy_symbol: there is no variable '%s'", name));
  copy_all(device, found, host, bytes, offset, to_device);
}

void copy_symbol(Device* device, void* address, void* host, std::size_t bytes, std::size_t offset,
                 bool to_device) {
  // Other units' code is not loaded for this.
  std::vector<KernelVariable> same;
  const std::vector<KernelVariable> all = kernel_variables();
  for (const KernelVariable& variable : all)
    if (variable.unit->bundle().globals[variable.index].address == address) same.push_back(variable);
  if (!same.empty()) return copy_all(device, same, host, bytes, offset, to_device);
  for (const KernelVariable& variable : all) {
    if (!is_known_on_device(device, variable, address)) continue;
    wait_for_device(device);
    return copy_part(device, instance_of(device, variable), host, bytes, offset, to_device);
  }
  const LoadedVariable unused = loaded_variable(address);
  if (unused.address) return copy_unused(unused, host, bytes, offset, to_device);
  throw Error(Errc::runtime, "memcpy_symbol: there is no variable at this address");
}

}  // namespace hcrt
