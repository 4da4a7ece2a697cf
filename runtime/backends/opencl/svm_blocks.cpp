#include "svm_blocks.hpp"

#include <algorithm>
#include <utility>

namespace hcrt::backends::opencl {

void SvmBlocks::add(void* block) {
  const std::lock_guard<std::mutex> lock(mutex_);
  blocks_.insert(block);
}

void SvmBlocks::remove(void* block) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = blocks_.find(block);
  if (place != blocks_.end()) blocks_.erase(place);
}

void SvmBlocks::give_up(void* block) {
  remove(block);
  const std::lock_guard<std::mutex> lock(mutex_);
  given_up_.push_back({block, last_});
}

SvmBlocks::Launch SvmBlocks::begin(std::vector<void*>& blocks) {
  const std::lock_guard<std::mutex> lock(mutex_);
  blocks.assign(blocks_.begin(), blocks_.end());
  if (blocks.empty()) return 0;
  launches_.emplace(++last_, nullptr);
  return last_;
}

void SvmBlocks::submitted(Launch launch, std::function<bool()> is_done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  launches_[launch] = std::move(is_done);
}

void SvmBlocks::forget(Launch launch) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  launches_.erase(launch);
}

void SvmBlocks::free_unnamed(const std::function<void(void*)>& free) {
  std::vector<GivenUp> unnamed;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    while (!launches_.empty() && launches_.begin()->second && launches_.begin()->second())
      launches_.erase(launches_.begin());
    const auto is_named = [this](const GivenUp& each) {
      return !launches_.empty() && launches_.begin()->first <= each.last;
    };
    const auto end = std::partition(given_up_.begin(), given_up_.end(), is_named);
    unnamed.assign(end, given_up_.end());
    given_up_.erase(end, given_up_.end());
  }
  for (const GivenUp& each : unnamed) free(each.block);
}

}  // namespace hcrt::backends::opencl
