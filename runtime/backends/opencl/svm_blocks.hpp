// SVM blocks and the launches that name them. Each launch names all blocks, for it may follow any address; a
// block that is freed while such a launch waits or runs is undefined behaviour in OpenCL, used or not.
#ifndef HCRT_BACKENDS_OPENCL_SVM_BLOCKS_HPP
#define HCRT_BACKENDS_OPENCL_SVM_BLOCKS_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace hcrt::backends::opencl {

// Any thread, at the same time.
class SvmBlocks {
 public:
  using Launch = std::uint64_t;

  /// A block that launches name from now on. Lent ones may be there more than once.
  void add(void* block);
  /// The opposite; the block's owner frees it.
  void remove(void* block) noexcept;
  /// The same for a block of ours: free_unnamed() gives it once no launch names it any more.
  void give_up(void* block);

  /// A launch that is about to be submitted, and the blocks that it names; 0 where there are none. Until
  /// submitted() or forget() it counts as not done.
  Launch begin(std::vector<void*>& blocks);
  /// is_done() must not use this object.
  void submitted(Launch, std::function<bool()> is_done);
  void forget(Launch) noexcept;

  /// Calls free(block) for each that was given up and is not named any more.
  void free_unnamed(const std::function<void(void*)>& free);

 private:
  struct GivenUp {
    void* block;
    Launch last;  // that names it
  };

  std::mutex mutex_;
  std::unordered_multiset<void*> blocks_;
  std::map<Launch, std::function<bool()>>
      launches_;  // not seen to be done; without a function: not submitted
  Launch last_ = 0;
  std::vector<GivenUp> given_up_;
};

}  // namespace hcrt::backends::opencl
#endif
