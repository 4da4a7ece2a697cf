#ifndef HCRT_BACKENDS_HOST_QUEUE_HPP
#define HCRT_BACKENDS_HOST_QUEUE_HPP

#include "event.hpp"

namespace hcrt::backends::host {

// One thread at a time; pending(), wait() and flush(): any thread.
class Queue final : public backends::Queue {
 public:
  EventHandle launch(const Launch&) override;
  EventHandle copy(const Copy&) override;
  EventHandle fill_zero(void* address, std::size_t bytes) override;
  EventHandle marker() override;
  bool depend(Event&) override;
  std::unique_ptr<Gate> hold() override;
  bool inherits_failures() const noexcept override { return true; }
  void checkpoint() override {}  // every command has an event
  void flush() override {}       // commands start at once
  void wait() override;
  std::size_t pending() noexcept override { return progress_->pending.load(std::memory_order_acquire); }

 private:
  EventHandle submit(Command*);

  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  std::vector<CommandHandle> before_;  // what the next command comes after
  std::mutex last_mutex_;              // wait() runs beside submissions
  CommandHandle last_;
};

}  // namespace hcrt::backends::host
#endif
