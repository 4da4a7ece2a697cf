// What is done behind events: functions given to then() and on_complete(), when_all, when_any, cancellation.
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "fork.hpp"
#include "log.hpp"
#include "soft_event.hpp"

namespace hcrt {
namespace {

constexpr auto longest_idle = std::chrono::milliseconds(200);

// As many threads as actions that run at once, because an action may itself wait for another one. They end
// when they have nothing to do.
class ActionThreads {
 public:
  ActionThreads();
  // Those that wait for an action or run one are not in a child process.
  void before_fork() { mutex_.lock(); }
  void after_fork(bool in_child) {
    if (in_child) {
      new (&wake_) std::condition_variable;
      idle_ = 0;
      for (std::size_t i = 0; i < actions_.size(); ++i) start();
    }
    mutex_.unlock();
  }

  void add(std::unique_ptr<Action> action) {
    std::lock_guard<std::mutex> lock(mutex_);
    actions_.push_back(std::move(action));
    if (idle_ < actions_.size()) start();
    wake_.notify_one();
  }

 private:
  void start() {
    std::thread([this] { run(); }).detach();
    ++idle_;
  }

  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      if (!wake_.wait_for(lock, longest_idle, [this] { return !actions_.empty(); })) {
        --idle_;
        return;
      }
      std::unique_ptr<Action> action = std::move(actions_.front());
      actions_.pop_front();
      --idle_;
      lock.unlock();
      try {
        action->run();
      } catch (const std::exception& error) {
        std::fprintf(stderr, "hcrt: an action after an event threw: %s\n", error.what());
      } catch (...) {
        std::fprintf(stderr, "hcrt: an action after an event threw\n");
      }
      action.reset();
      lock.lock();
      ++idle_;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::unique_ptr<Action>> actions_;
  std::size_t idle_ = 0;
};

thread_local const backends::Event* current_action = nullptr;

// Tells of a failure that nobody can wait for: no user holds the event of the function.
void finish_action(SoftEvent& hand, const FailureRef& failure, const Event& event) {
  if (failure && !event.held_by_user())
    std::fprintf(stderr, "hcrt: a function given to then() threw: %s\n", failure->message().c_str());
  hand.finish(failure);
}

}  // namespace

static ActionThreads& action_threads() {
  static ActionThreads& threads = *new ActionThreads;  // leaked: its threads outlive static destructors
  return threads;
}

ActionThreads::ActionThreads() {
  static const ForkActions actions{[] { action_threads().before_fork(); },
                                   [](bool in_child) { action_threads().after_fork(in_child); }};
  around_fork(ForkPart::action_threads, &actions);
}

void run_later(std::unique_ptr<Action> action) { action_threads().add(std::move(action)); }

void on_complete(Event* event, Action* given) {
  std::shared_ptr<Action> action(given);
  if (event) retain(event);
  const Ref<Event> after = event ? Ref<Event>(event) : completed_event();
  notify(after, [action] { run_later(action_of([action] { action->run(); })); });
}

Ref<Event> run_behind(const Ref<Event>& after, Action* given) {
  std::shared_ptr<Action> action(given);
  auto [event, owned] = make_soft_event("");
  const std::shared_ptr<SoftEvent> hand(owned.release(), ReleaseSoft());
  const EventUse use(event);  // the run time's own reference, until the function is done
  notify(after ? after : completed_event(), [after, action, hand, use]() mutable {
    const FailureRef failure = after ? after->failure() : nullptr;
    if (failure) {
      hand->finish(failure);
      return;
    }
    run_later(action_of([action = std::move(action), hand, use]() mutable {
      if (!hand->begin()) return;
      FailureRef thrown;
      const backends::Event* const outer = std::exchange(current_action, hand.get());
      try {
        action->run();
      } catch (...) {
        thrown = current_failure();
      }
      current_action = outer;
      finish_action(*hand, thrown, *use.event().get());
      action.reset();  // it may hold the last copy of a future, which waits for this function
    }));
  });
  return event;
}

bool runs_here(const backends::Event* event) noexcept { return event == current_action; }

Ref<Event> when_all(const std::vector<Ref<Event>>& events) {
  auto [event, owned] = make_soft_event("");
  struct State {
    std::shared_ptr<SoftEvent> hand;
    std::vector<Ref<Event>> events;
    std::atomic<std::size_t> missing;
  };
  auto state = std::make_shared<State>();
  state->hand.reset(owned.release(), ReleaseSoft());
  for (const Ref<Event>& each : events)
    if (each) state->events.push_back(each);
  state->missing = state->events.size() + 1;
  const auto arrive = [state] {
    if (state->missing.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    FailureRef failure;  // of the first in the list's order that failed
    for (const Ref<Event>& each : state->events)
      if (!failure) failure = each->failure();
    state->events.clear();
    state->hand->finish(failure);
  };
  const std::vector<Ref<Event>> listed = state->events;
  for (const Ref<Event>& each : listed) notify(each, arrive);
  arrive();
  return event;
}

Ref<Event> when_any(const std::vector<Ref<Event>>& events) {
  auto [event, owned] = make_soft_event("");
  const std::shared_ptr<SoftEvent> hand(owned.release(), ReleaseSoft());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto arrive = [hand, i] { hand->finish(nullptr, i); };
    if (!events[i]) {
      arrive();
    } else {
      notify(events[i], arrive);
    }
  }
  if (events.empty()) hand->finish(make_failure(Errc::runtime, "when_any: there are no futures"));
  return event;
}

std::size_t first_of(const Event* event) {
  if (!event || !event->native() || event->native()->family() != SoftEvent::family_tag()) return 0;
  return static_cast<SoftEvent*>(event->native())->value();
}

bool cancel(Event* event) { return event && event->native() && event->native()->cancel(); }

}  // namespace hcrt
