#ifndef HCRT_BACKENDS_OPENCL_QUEUE_HPP
#define HCRT_BACKENDS_OPENCL_QUEUE_HPP

#include <deque>
#include <mutex>

#include "event.hpp"
#include "module.hpp"

namespace hcrt::backends::opencl {

// One thread at a time; pending(), wait() and flush(): any thread.
class Queue final : public backends::Queue {
 public:
  explicit Queue(Device&);
  ~Queue() override;

  EventHandle launch(const Launch&) override;
  EventHandle copy(const Copy&) override;
  EventHandle fill_zero(void* address, std::size_t bytes) override;
  EventHandle marker() override;
  bool depend(backends::Event&) override;
  std::unique_ptr<Gate> hold() override;
  void checkpoint() override {}  // every command has an event
  void flush() override;
  void wait() override;
  std::size_t pending() noexcept override;

  /// The kernels one after the other; the caller releases it. Only where the device has command buffers.
  cl_command_buffer_khr record(const std::vector<Launch>&);
  EventHandle launch(cl_command_buffer_khr);
  /// The same commands without one.
  EventHandle launch(const std::vector<GraphNode>&);

 private:
  struct ReleaseNative {
    void operator()(Event* event) const noexcept { event->release(); }
  };
  using NativeHandle = std::unique_ptr<Event, ReleaseNative>;

  template <class Enqueue>
  void with_kernel(const Launch&, Enqueue);
  cl_mem set_arguments(const Function&, const Launch&);
  void enqueue(const Launch&, cl_event*);
  void enqueue(const Copy&, cl_event*);
  void copy_row(const Copy&, std::size_t slice, std::size_t row, cl_event*);
  EventHandle finish_submit(cl_event, const char* what);
  const cl_event* waits() const noexcept { return waits_.empty() ? nullptr : waits_.data(); }
  cl_uint wait_count() const noexcept { return static_cast<cl_uint>(waits_.size()); }

  Device& device_;
  const Api& api_;
  cl_command_queue queue_;
  std::uint64_t clock_offset_ = 0;
  std::vector<cl_event> waits_;  // what the next command waits for; kept alive by awaited_
  std::vector<NativeHandle> awaited_;
  std::vector<SvmBlocks::Launch> naming_;  // launches that name blocks, before the event that ends them
  std::mutex running_mutex_;
  std::deque<NativeHandle> running_;  // commands, oldest first; complete ones leave from the front
  NativeHandle untold_;               // the first of those that left and failed: for wait()
};

}  // namespace hcrt::backends::opencl
#endif
