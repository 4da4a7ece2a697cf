#include "queue.hpp"

#include <algorithm>
#include <cstring>

#include "../../core/memory.hpp"
#include "items.hpp"
#include "pool.hpp"
#include "work.hpp"

namespace hcrt::backends::host {
namespace {

class KernelCommand final : public Command {
 public:
  explicit KernelCommand(const Launch& launch) : KernelCommand(KernelWork(launch), launch) {}
  ~KernelCommand() override { free_host_memory(large_); }

 private:
  KernelCommand(const KernelWork& work, const Launch& launch)
      : Command(work.groups(), work.is_brief()), work_(work) {
    const Entry& entry = launch.function->entry;
    if (entry.parameter_bytes > sizeof inline_ || entry.parameter_align > cache_line)
      large_ = allocate_host_memory(entry.parameter_bytes,
                                    std::max<std::size_t>(entry.parameter_align, cache_line));
    std::memcpy(large_ ? large_ : inline_, launch.argument, entry.parameter_bytes);
  }
  void run(std::uint64_t first, std::uint64_t last) override {
    work_.run(large_ ? large_ : inline_, state_, first, last);
  }

  const KernelWork work_;
  LaunchState state_{this};
  void* large_ = nullptr;  // the function object, where it is larger than inline_
  alignas(cache_line) char inline_[256];
};

class CopyCommand final : public Command {
 public:
  explicit CopyCommand(const CopyWork& work) : Command(work.units()), work_(work) {}

 private:
  void run(std::uint64_t first, std::uint64_t last) override { work_.run(first, last); }

  const CopyWork work_;
};

class FillCommand final : public Command {
 public:
  FillCommand(void* address, std::size_t bytes)
      : Command((bytes + copy_unit - 1) / copy_unit), address_(static_cast<char*>(address)), bytes_(bytes) {}

 private:
  void run(std::uint64_t first, std::uint64_t last) override {
    const std::size_t begin = first * copy_unit, end = std::min<std::size_t>(last * copy_unit, bytes_);
    std::memset(address_ + begin, 0, end - begin);
  }

  char* const address_;
  const std::size_t bytes_;
};

class MarkerCommand final : public Command {
 public:
  MarkerCommand() : Command(0) {}

 private:
  bool sums_up() const noexcept override { return true; }
  void run(std::uint64_t, std::uint64_t) override {}
};

// What a queue's next command comes after, submitted by the thread that opens the gate.
class GateCommand final : public Command {
 public:
  GateCommand() : Command(0) {}
  void open(const FailureRef& failure) {
    if (failure) fail(failure);
    submit(std::make_shared<Progress>());
  }

 private:
  void run(std::uint64_t, std::uint64_t) override {}
};

class HostGate final : public Gate {
 public:
  explicit HostGate(GateCommand* command) : command_(command) {}
  void open(const FailureRef& failure) noexcept override { command_->open(failure); }

 private:
  std::unique_ptr<GateCommand, ReleaseCommand> command_;
};

}  // namespace

// Takes the command over; the caller gets its own reference.
EventHandle Queue::submit(Command* command) {
  CommandHandle owned(command);
  Pool::instance().require_threads();
  for (const CommandHandle& earlier : before_) command->come_after(*earlier, true);
  before_.clear();
  const std::lock_guard<std::mutex> lock(last_mutex_);
  if (last_) command->come_after(*last_, false);
  command->submit(progress_);
  command->retain();
  last_ = std::move(owned);
  return EventHandle(command);
}

// The commands come after the queue's work, and after those among them that `before` names; the last one
// comes after all of them.
EventHandle Queue::submit(const std::vector<CommandHandle>& commands,
                          const std::vector<std::vector<std::uint32_t>>& before) {
  Pool::instance().require_threads();
  const std::lock_guard<std::mutex> lock(last_mutex_);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    Command& command = *commands[i];
    for (const std::uint32_t earlier : before[i]) command.come_after(*commands[earlier], true);
    if (!before[i].empty()) continue;
    for (const CommandHandle& earlier : before_) command.come_after(*earlier, true);
    if (last_) command.come_after(*last_, false);
  }
  before_.clear();
  for (const CommandHandle& command : commands) command->submit(progress_);
  Command* const last = commands.back().get();
  for (int holder = 0; holder < 2; ++holder) last->retain();  // last_ and the caller
  last_.reset(last);
  return EventHandle(last);
}

EventHandle Queue::launch(const Launch& launch) { return submit(new KernelCommand(launch)); }

EventHandle Queue::copy(const Copy& copy) { return submit(new CopyCommand(CopyWork(copy))); }

EventHandle Queue::fill_zero(void* address, std::size_t bytes) {
  return submit(new FillCommand(address, bytes));
}

EventHandle Queue::marker() { return submit(new MarkerCommand); }

bool Queue::depend(Event& event) {
  if (event.family() != Command::family_tag()) return false;
  auto& command = static_cast<Command&>(event);
  if (!command.may_fail()) return true;  // it is complete, and well
  command.retain();
  before_.push_back(CommandHandle(&command));
  return true;
}

std::unique_ptr<Gate> Queue::hold() {
  auto* const command = new GateCommand;
  command->retain();
  before_.push_back(CommandHandle(command));
  return std::make_unique<HostGate>(command);
}

void Queue::wait() {
  CommandHandle last;
  {
    const std::lock_guard<std::mutex> lock(last_mutex_);
    if (!last_) return;
    last_->retain();
    last.reset(last_.get());
  }
  last->wait();
  if (const FailureRef failure = progress_->unseen()) failure->deliver();
}

}  // namespace hcrt::backends::host
