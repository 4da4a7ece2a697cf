// The reference for kernels with barriers: every work-item is its own fiber, switched at barriers.
#ifndef HOST_FORMS_FIBERS_HPP
#define HOST_FORMS_FIBERS_HPP

#include <ucontext.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace fibers {

struct Item {
  unsigned local[3], group[3], size[3], groups[3], global[3];
};

inline Item* current;
inline ucontext_t scheduler;
inline std::vector<ucontext_t> contexts;
inline std::vector<char> done;
inline unsigned running;
inline const std::function<void()>* body;

inline void start() {
  (*body)();
  done[running] = 1;
  swapcontext(&contexts[running], &scheduler);
}

inline void barrier() { swapcontext(&contexts[running], &scheduler); }

/// Runs one group: all its work-items up to their next barrier, again and again.
inline void run_group(std::vector<Item>& items, const std::function<void()>& kernel) {
  constexpr std::size_t stack_bytes = 32 << 10;
  static std::vector<char> stacks;
  stacks.resize(items.size() * stack_bytes);
  contexts.resize(items.size());
  done.assign(items.size(), 0);
  body = &kernel;
  for (std::size_t n = 0; n < items.size(); ++n) {
    getcontext(&contexts[n]);
    contexts[n].uc_stack.ss_sp = stacks.data() + n * stack_bytes;
    contexts[n].uc_stack.ss_size = stack_bytes;
    contexts[n].uc_link = nullptr;
    makecontext(&contexts[n], start, 0);
  }
  for (bool more = true; more;) {
    more = false;
    for (running = 0; running < items.size(); ++running)
      if (!done[running]) {
        current = &items[running];
        swapcontext(&scheduler, &contexts[running]);
        more = more || !done[running];
      }
  }
}

inline void launch(const unsigned global[3], const unsigned group[3], const std::function<void()>& kernel) {
  unsigned count[3];
  for (int d = 0; d < 3; ++d) count[d] = (global[d] + group[d] - 1) / group[d];
  for (unsigned g2 = 0; g2 < count[2]; ++g2)
    for (unsigned g1 = 0; g1 < count[1]; ++g1)
      for (unsigned g0 = 0; g0 < count[0]; ++g0) {
        const unsigned at[3] = {g0, g1, g2};
        unsigned size[3];
        for (int d = 0; d < 3; ++d)
          size[d] = global[d] - at[d] * group[d] < group[d] ? global[d] - at[d] * group[d] : group[d];
        std::vector<Item> items;
        for (unsigned z = 0; z < size[2]; ++z)
          for (unsigned y = 0; y < size[1]; ++y)
            for (unsigned x = 0; x < size[0]; ++x) {
              const unsigned local[3] = {x, y, z};
              Item item;
              for (int d = 0; d < 3; ++d) {
                item.local[d] = local[d];
                item.group[d] = at[d];
                item.size[d] = size[d];
                item.groups[d] = count[d];
                item.global[d] = at[d] * group[d] + local[d];
              }
              items.push_back(item);
            }
        run_group(items, kernel);
      }
}

}  // namespace fibers

namespace hcrt {
namespace device {
inline unsigned local_id(int d) { return fibers::current->local[d]; }
inline unsigned group_id(int d) { return fibers::current->group[d]; }
inline unsigned group_size(int d) { return fibers::current->size[d]; }
inline unsigned num_groups(int d) { return fibers::current->groups[d]; }
inline unsigned global_id(int d) { return fibers::current->global[d]; }
inline void barrier() { fibers::barrier(); }
}  // namespace device
}  // namespace hcrt

#define KERNEL_TILE static
#define REGISTER_KERNEL(n)                                                                             \
  extern "C" void reference_##n(const unsigned* global, const unsigned* group, const void* argument) { \
    fibers::launch(global, group, [=] { (*static_cast<const Kernel##n*>(argument))(); });              \
  }
#endif
