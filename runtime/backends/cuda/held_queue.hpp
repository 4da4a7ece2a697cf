// The queue that the core sees: a stream, and the commands that must not be given to it yet.
//
// A stream never waits for the program: streams share the GPU's connections, and one that waits stops others,
// perhaps those that do what it waits for. So commands after a closed gate stay here, in order, and so does
// what is after a copy of pageable memory, which the driver makes while its caller waits.
#ifndef HCRT_BACKENDS_CUDA_HELD_QUEUE_HPP
#define HCRT_BACKENDS_CUDA_HELD_QUEUE_HPP

#include <functional>

#include "queue.hpp"

namespace hcrt::backends::cuda {

class HeldCommands;

// One thread at a time; pending(), wait() and flush(): any thread.
class HeldQueue final : public backends::Queue {
 public:
  HeldQueue(Device&, const QueueOptions&);
  ~HeldQueue() override;

  EventHandle launch(const Launch&) override;
  EventHandle copy(const Copy&) override;
  EventHandle fill_zero(void* address, std::size_t bytes) override;
  EventHandle marker() override;
  bool depend(backends::Event&) override;
  std::unique_ptr<Gate> hold() override;
  void checkpoint() override;
  void flush() override {}
  void wait() override;
  std::size_t pending() noexcept override;

  /// Gives the stream a command; where it has to be held, the one that later() makes, which holds all that it
  /// needs.
  using Command = std::function<EventHandle(cuda::Queue&)>;
  EventHandle submit(const Command& direct, const std::function<Command()>& later);

 private:
  const std::shared_ptr<HeldCommands> held_;
};

}  // namespace hcrt::backends::cuda
#endif
