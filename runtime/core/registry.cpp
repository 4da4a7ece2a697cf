#include "registry.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "exit.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "queue.hpp"

namespace hcrt {
namespace {

// The lock guards the list and what Unit::find() makes; it is never held while code is loaded. The caller of
// hcrt_register() may have the loader's lock, which drivers need to load their compilers.
struct Registry {
  Registry();

  std::mutex mutex;
  std::vector<std::unique_ptr<Unit>> units;
};

Registry& registry() { return lasting<Registry>(); }

// A thread that loads code may be anywhere in a driver, which may itself fork: it is not waited for.
Registry::Registry() {
  static const ForkActions actions{[] { registry().mutex.lock(); },
                                   [](bool in_child) {
                                     Registry& all = registry();
                                     if (in_child)
                                       for (const auto& unit : all.units) unit->renew_locks();
                                     all.mutex.unlock();
                                   }};
  around_fork(ForkPart::registry, &actions);
}

// Plug-ins that come and go share theirs.
struct Labels {
  Labels() { lock_around_forks<ForkPart::labels>(mutex); }

  std::mutex mutex;
  std::set<std::string> labels;
};

[[noreturn]] void kernel_not_found(const Registry& all, const KernelId& id) {
  std::string reason = "its translation unit has no registered bundle; link with hcc";
  for (const auto& unit : all.units) {
    const unsigned char* unit_id = unit_id_of(unit->registration());
    if (!unit_id) {
      reason = "a registered bundle is malformed (its header is cut off or its magic is wrong)";
      continue;
    }
    if (std::memcmp(unit_id, id.unit_id, HCRT_UNIT_ID_BYTES) != 0) continue;
    reason = text("its unit has %zu other kernels", unit->bundle().kernels.size());
    for (const Bundle::Kernel& kernel : unit->bundle().kernels)
      reason += text(", %s at %s:%u", kernel.display_name, kernel.file, kernel.line);
    reason += "; images: " + unit->image_list();
    break;
  }
  throw Error(Errc::runtime, text("kernel not found: '%s': ", id.name) + reason);
}

}  // namespace

std::string Kernel::describe() const {
  std::string result = text("'%s'", *info.display_name ? info.display_name : info.name);
  if (*info.file) result += text(" at %s:%u", info.file, info.line);
  if (*info.file && info.column) result += text(":%u", info.column);
  return result;
}

const char* Kernel::label() {
  if (const char* const known = kept_label.load(std::memory_order_acquire)) return known;
  Labels& all = lasting<Labels>();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const char* const label = all.labels.insert("kernel " + describe()).first->c_str();
  kept_label.store(label, std::memory_order_release);
  return label;
}

std::string Kernel::place() const {
  if (!*info.file) return "";
  return info.column ? text("%s:%u:%u", info.file, info.line, info.column)
                     : text("%s:%u", info.file, info.line);
}

std::string Unit::image_list() const {
  std::string result;
  for (const backends::Image& image : bundle_.images) {
    if (!result.empty()) result += ", ";
    result += text("%s:%s", image_kind_name(image.kind), image.architecture);
  }
  return result.empty() ? "none" : result;
}

Kernel* Unit::find(const char* name) {
  if (!parsed_) {
    bundle_ = parse_bundle(registration_);
    for (std::size_t i = 0; i < bundle_.kernels.size(); ++i) {
      kernels_.push_back(std::make_unique<Kernel>());
      kernels_.back()->unit = this;
      kernels_.back()->index = i;
      kernels_.back()->info = bundle_.kernels[i];
    }
    for (const backends::Image& image : bundle_.images)
      if (image.kind == HCRT_IMAGE_AMDGCN)
        HCRT_LOG("image amdgcn:%s is ignored: no back end of this libhcrt runs it", image.architecture);
    parsed_ = true;
  }
  for (const auto& kernel : kernels_)
    if (std::strcmp(kernel->info.name, name) == 0) return kernel.get();
  return nullptr;
}

std::size_t Unit::choose_image(const Kernel& kernel, Device* device) const {
  int best_rate = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < bundle_.images.size(); ++i) {
    if (!*bundle_.entry(i, kernel.index).symbol) continue;
    const int rate = device->implementation().rate(bundle_.images[i]);
    if (rate > best_rate) {
      best_rate = rate;
      best = i;
    }
  }
  if (best_rate > 0) return best;
  // Where the compiler had to leave the kernel out, no --targets helps.
  std::string advice = "recompile with --targets for it";
  for (const backends::Image& image : bundle_.images)
    if (device->implementation().rate(image) > 0)
      advice = text("%s leaves this kernel out: hcc's warning says why", image_kind_name(image.kind));
  const std::string& architecture = device->info().architecture;
  const std::string needs = architecture.empty() ? "" : ", " + architecture;
  throw Error(Errc::runtime, "no image for this device: kernel " + kernel.describe() + " on accelerator " +
                                 narrow(device->info().path) + " (" + narrow(device->info().description) +
                                 needs + "); images: " + image_list() + "; " + advice);
}

Kernel* Unit::any_kernel_for(Device* device) {
  for (const auto& kernel : kernels_)
    for (std::size_t i = 0; i < bundle_.images.size(); ++i)
      if (*bundle_.entry(i, kernel->index).symbol && device->implementation().rate(bundle_.images[i]) > 0)
        return kernel.get();
  return nullptr;
}

backends::Module& Unit::module(Device* device, std::size_t image) {
  for (const LoadedModule& loaded : modules_)
    if (loaded.device == device && loaded.image == image) return *loaded.module;
  check_image(bundle_.images[image]);
  used_.store(true, std::memory_order_relaxed);
  modules_.push_back({device, image, device->implementation().load(bundle_.images[image])});
  return *modules_.back().module;
}

const backends::Function* Unit::load(Kernel& kernel, Device* device) {
  const std::size_t image = choose_image(kernel, device);
  HCRT_LOG("kernel %s on %s: image %s:%s of %s", kernel.describe().c_str(),
           narrow(device->info().path).c_str(), image_kind_name(bundle_.images[image].kind),
           bundle_.images[image].architecture, image_list().c_str());
  const backends::Entry& entry = bundle_.entry(image, kernel.index);
  if (std::strstr(entry.specialized, HCRT_SPECIALIZED_PUSHED))
    HCRT_LOG("kernel %s on %s: specialized values are pushed as arguments", kernel.describe().c_str(),
             narrow(device->info().path).c_str());
  try {
    return module(device, image).function(entry);
  } catch (const Error& error) {
    throw Error(error.code(), text("kernel %s, image %s:%s: %s", kernel.describe().c_str(),
                                   image_kind_name(bundle_.images[image].kind),
                                   bundle_.images[image].architecture, error.what()));
  }
}

UploadedGlobals& Unit::globals(Device* device, const Kernel& kernel) {
  for (auto& known : globals_)
    if (known.first == device) return known.second;
  std::lock_guard<std::mutex> lock(load_mutex_);
  backends::Module& code = module(device, choose_image(kernel, device));
  UploadedGlobals uploaded;
  uploaded.values.resize(bundle_.globals.size());
  uploaded.set.resize(bundle_.globals.size());
  for (const Bundle::Global& global : bundle_.globals) uploaded.addresses.push_back(code.global(global));
  globals_.emplace_back(device, std::move(uploaded));
  return globals_.back().second;
}

Kernel& resolve(const KernelId& id) {
  if (const void* known = __atomic_load_n(&id.resolved, __ATOMIC_ACQUIRE))
    return *const_cast<Kernel*>(static_cast<const Kernel*>(known));
  Registry& all = registry();
  std::lock_guard<std::mutex> lock(all.mutex);
  for (const auto& unit : all.units) {
    const unsigned char* unit_id = unit_id_of(unit->registration());
    if (!unit_id || std::memcmp(unit_id, id.unit_id, HCRT_UNIT_ID_BYTES) != 0) continue;
    try {
      if (Kernel* kernel = unit->find(id.name)) {
        __atomic_store_n(&id.resolved, kernel, __ATOMIC_RELEASE);
        return *kernel;
      }
    } catch (const Error& error) {
      throw Error(error.code(), text("kernel '%s': %s", id.name, error.what()));
    }
  }
  kernel_not_found(all, id);
}

std::vector<KernelVariable> kernel_variables() {
  Registry& all = registry();
  const std::lock_guard<std::mutex> lock(all.mutex);
  std::vector<KernelVariable> found;
  for (const auto& unit : all.units) {
    try {
      unit->find("");         // parses
    } catch (const Error&) {  // a launch of its kernels says so
      continue;
    }
    for (std::size_t i = 0; i < unit->bundle().globals.size(); ++i) found.push_back({unit.get(), i});
  }
  return found;
}

bool has_image(std::uint32_t kind) {
  Registry& all = registry();
  const std::lock_guard<std::mutex> lock(all.mutex);
  for (const auto& unit : all.units) {
    try {
      unit->find("");  // parses
    } catch (const Error&) {
      continue;
    }
    for (const backends::Image& image : unit->bundle().images)
      if (image.kind == kind) return true;
  }
  return false;
}

const backends::Function& function_for(Kernel& kernel, Device* device) {
  std::atomic<const backends::Function*>& cached = kernel.functions[device->slot()];
  if (const backends::Function* function = cached.load(std::memory_order_acquire)) return *function;
  require_usable(device);
  std::lock_guard<std::mutex> lock(kernel.unit->load_mutex());
  if (!cached.load(std::memory_order_relaxed))
    cached.store(kernel.unit->load(kernel, device), std::memory_order_release);
  return *cached.load(std::memory_order_relaxed);
}

}  // namespace hcrt

extern "C" void hcrt_register(const hcrt_registration* registration) {
  hcrt::Registry& all = hcrt::registry();
  std::lock_guard<std::mutex> lock(all.mutex);
  all.units.push_back(std::make_unique<hcrt::Unit>(*registration));
}

extern "C" void hcrt_unregister(const hcrt_registration* registration) {
  using namespace hcrt;
  if (exiting()) return;  // drained already; the drivers may be gone
  Registry& all = registry();
  std::unique_ptr<Unit> gone;
  {
    std::lock_guard<std::mutex> lock(all.mutex);
    const auto place = std::find_if(all.units.begin(), all.units.end(),
                                    [&](const auto& unit) { return unit->key() == registration; });
    if (place == all.units.end()) return;
    gone = std::move(*place);
    all.units.erase(place);
  }
  if (gone->used()) drain_all_queues();  // work of this unit may still run, and its code is unloaded next
}
