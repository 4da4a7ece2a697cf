#ifndef HCRT_BACKENDS_VULKAN_QUEUE_HPP
#define HCRT_BACKENDS_VULKAN_QUEUE_HPP

#include <deque>

#include "event.hpp"
#include "module.hpp"

namespace hcrt::backends::vulkan {

// One thread at a time, but pending(), wait() and flush(): any. Kernels and copies to memory that the host
// does not see run asynchronously. What the host copies itself is complete when copy() returns.
class Queue final : public backends::Queue {
 public:
  explicit Queue(Device&);
  ~Queue() override;

  EventHandle launch(const Launch&) override;
  EventHandle copy(const Copy&) override;
  EventHandle fill_zero(void* device_pointer, std::size_t bytes) override;
  EventHandle marker() override;
  bool depend(backends::Event&) override;
  std::unique_ptr<Gate> hold() override { return nullptr; }
  void checkpoint() override {}
  void flush() override {}
  void wait() override;
  std::size_t pending() noexcept override;
  /// A buffer of commands that may be submitted several times.
  EventHandle run(VkCommandBuffer, const char* what);

 private:
  /// A command buffer and memory for a function object, used again once the command is complete.
  struct Slot {
    VkCommandBuffer commands = nullptr;
    Allocation argument;
    u64 value = 0;  // of the timeline, when the command is complete
    std::shared_ptr<Stamp> stamp;
    bool is_open = false;  // commands are being recorded, or could not be
  };
  /// Memory between the host's and the device's, used again once the copy is complete.
  struct Chunk {
    Allocation memory;
    u64 value = 0;
    std::size_t filled = 0;
    std::vector<VkBufferCopy> regions;
    std::vector<std::pair<unsigned char*, std::size_t>> results;  // of a copy to the host
  };
  /// One row of a copy: where it is, and the buffer where the device reaches it.
  struct Row {
    unsigned char* to;
    const unsigned char* from;
    std::size_t bytes;
  };
  Slot& take_slot(std::size_t argument_bytes);
  void open(Slot&);
  void close(Slot&);
  void begin(Slot&);
  /// The commands of the slot, after those of these buffers; fills_chunk: the host reads one of its chunks.
  EventHandle submit(Slot&, const char* what, bool fills_chunk = false, std::vector<VkCommandBuffer> = {});
  void wait_for_dependencies();
  void find_clock();
  void end() noexcept;
  void copy_rows(const std::vector<Row>&, const Allocation& target, const Allocation& source);
  void upload(const std::vector<Row>&, const Allocation& target);
  void download(const std::vector<Row>&, const Allocation& source);
  Chunk& take_chunk(std::size_t bytes);
  void send(Chunk&, VkBuffer to, VkBuffer from);
  void take_results(Chunk&);
  void write_zeros(void* address, std::size_t bytes);
  template <class Work>
  EventHandle in_parts(const Work&);
  void give_up() noexcept;

  Device& device_;
  const Api& api_;
  VkCommandPool pool_ = 0;
  std::shared_ptr<Timeline> timeline_;
  std::atomic<u64> submitted_{0};                                 // the newest command's value
  std::deque<Slot> slots_;                                        // in the order of their commands
  std::vector<std::pair<std::shared_ptr<Timeline>, u64>> waits_;  // of the next command
  EventHandle last_part_;                                         // of the copy that is being given
  std::deque<Chunk> chunks_;                                      // in the order of their copies
};

}  // namespace hcrt::backends::vulkan
#endif
