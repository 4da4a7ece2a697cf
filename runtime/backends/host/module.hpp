#ifndef HCRT_BACKENDS_HOST_MODULE_HPP
#define HCRT_BACKENDS_HOST_MODULE_HPP

#include <deque>

#include "../../core/backend.hpp"

namespace hcrt::backends::host {

struct Function : backends::Function {
  hcrt_host_entry code;
};

// One thread at a time. The code is linked into the program; nothing is loaded.
class Module final : public backends::Module {
 public:
  explicit Module(const Image& image) : registration_(*image.registration) {}

  const backends::Function* function(const Entry& entry) override {
    functions_.push_back(Function{{entry, 1024}, registration_.host_entries[entry.host_entry]});
    return &functions_.back();
  }

  void* global(const Global&) override { return nullptr; }  // it uses the host's variable

 private:
  hcrt_registration registration_;
  std::deque<Function> functions_;  // addresses stay
};

}  // namespace hcrt::backends::host
#endif
