#ifndef HCRT_BACKENDS_NULL_MODULE_HPP
#define HCRT_BACKENDS_NULL_MODULE_HPP

#include <deque>
#include <vector>

#include "../../core/backend.hpp"

namespace hcrt::backends::null {

// One thread at a time.
class Module final : public backends::Module {
 public:
  const backends::Function* function(const Entry& entry) override {
    functions_.push_back({entry, 1024});
    return &functions_.back();
  }

  void* global(const Global& variable) override {
    globals_.emplace_back(variable.bytes);
    return globals_.back().data();
  }

 private:
  std::deque<backends::Function> functions_;  // addresses stay
  std::deque<std::vector<unsigned char>> globals_;
};

}  // namespace hcrt::backends::null
#endif
