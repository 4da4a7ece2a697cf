// What the walk over a function object's references asks of the launch that it is part of.
#include <hcrt/program.hpp>

#include "format.hpp"
#include "log.hpp"
#include "objects.hpp"
#include "registry.hpp"

namespace hcrt {
namespace {

// "the kernel", or its name and place, where they are known.
std::string launched_kernel(const KernelId* id) {
  return id ? "kernel " + resolve(*id).describe() : std::string("the kernel");
}

// Names come quoted, types do not.
std::string quoted(const char* what) { return *what == '\'' ? what : text("'%s'", what); }

}  // namespace

bool shares_memory() noexcept {
  return LaunchScope::current() == nullptr || LaunchScope::current()->device()->info().shares_host_memory;
}

bool runs_on_host() noexcept {
  return LaunchScope::current() == nullptr || !space_of(LaunchScope::current()->device());
}

void require_shared_memory(const char* what) {
  if (LaunchScope::current() == nullptr) return;
  const DeviceInfo& device = LaunchScope::current()->device()->info();
  if (!device.shares_host_memory)
    throw Error(Errc::runtime, text("%s captures %s by reference: accelerator %s does not share the "
                                    "host's memory; capture by value, or use an array_view",
                                    launched_kernel(LaunchScope::current()->kernel()).c_str(),
                                    quoted(what).c_str(), narrow(device.path).c_str()));
}

void require_host_kernels(const char* type) {
  if (LaunchScope::current() == nullptr) return;
  Device* const device = LaunchScope::current()->device();
  if (!space_of(device)) return;
  const std::string kernel = launched_kernel(LaunchScope::current()->kernel());
  const std::string path = narrow(device->info().path);
  if (type)
    throw Error(Errc::runtime,
                text("%s captures %s by reference, which has array_views or arrays: accelerator %s "
                     "does not see them there; capture it by value, or by a reference to const",
                     kernel.c_str(), quoted(type).c_str(), path.c_str()));
  throw Error(Errc::runtime, text("%s uses array_views in a std::vector: accelerator %s does not see them "
                                  "there; capture a C array or a std::array of them",
                                  kernel.c_str(), path.c_str()));
}

void hold_by_reference(const void* object, const void* bytes, std::size_t count, IsNumber is_number) {
  if (LaunchScope::current() != nullptr) LaunchScope::current()->hold(object, bytes, count, is_number);
}

void bind_array(const void* object) {
  if (LaunchScope::current() == nullptr) return;
  std::vector<ObjectUse> found;
  find_member_objects(object, 1, found);
  for (const ObjectUse& use : found) {
    LaunchScope::current()->bind(use.buffer, use.access);
    LaunchScope::current()->keep(use.object);
    bind_object(use);
  }
}

}  // namespace hcrt
