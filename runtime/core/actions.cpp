// What is done after events: functions given to then() and on_complete(), when_all, when_any, cancellation.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "fork.hpp"
#include "lasting.hpp"
#include "log.hpp"
#include "soft_event.hpp"

namespace hcrt {
namespace {

constexpr auto longest_idle = std::chrono::milliseconds(200);

thread_local std::size_t running_here = 0, functions_here = 0;  // actions, and functions among them: 0 or 1

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
      new (&ended_one_) std::condition_variable;
      idle_ = 0;
      running_ = running_here;
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

  // A function after an event, which may not be among the actions yet: from its begin to its end.
  void expect() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++expected_;
  }
  void expect_no_more() {
    const std::lock_guard<std::mutex> lock(mutex_);
    --expected_;
    ++ended_;
    ended_one_.notify_all();
  }

  // Not for the action that this thread runs.
  bool wait_for_one(std::chrono::steady_clock::time_point end) {
    std::unique_lock<std::mutex> lock(mutex_);
    const std::uint64_t seen = ended_;
    if (actions_.empty() && running_ == running_here && expected_ == functions_here) return false;
    return ended_one_.wait_until(lock, end, [&] { return ended_ != seen; });
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
      ++running_;
      running_here = 1;
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
      running_here = 0;
      --running_;
      ++ended_;
      ended_one_.notify_all();
      ++idle_;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::unique_ptr<Action>> actions_;
  std::size_t idle_ = 0, running_ = 0, expected_ = 0;
  std::uint64_t ended_ = 0;
  std::condition_variable ended_one_;
};

ActionThreads& action_threads() { return lasting<ActionThreads>(); }

ActionThreads::ActionThreads() {
  static const ForkActions actions{[] { action_threads().before_fork(); },
                                   [](bool in_child) { action_threads().after_fork(in_child); }};
  around_fork(ForkPart::action_threads, &actions);
}

thread_local SoftEvent* current_action = nullptr;

// The functions that run: a child process has none of their threads.
class RunningFunctions {
 public:
  static RunningFunctions& instance() {
    return lasting([] { return RunningFunctions(); });
  }
  void add(SoftEvent* hand) {
    const std::lock_guard<std::mutex> lock(mutex_);
    hands_.push_back(hand);
  }
  void remove(SoftEvent* hand) {
    const std::lock_guard<std::mutex> lock(mutex_);
    hands_.erase(std::find(hands_.begin(), hands_.end(), hand));
  }

 private:
  RunningFunctions() {
    lock_around_forks<ForkPart::functions>(mutex_);
    static const ForkActions lost{[] {},
                                  [](bool in_child) {
                                    if (in_child) instance().tell_lost();
                                  }};
    around_fork(ForkPart::lost_functions, &lost);
  }
  void tell_lost() {
    std::vector<SoftEvent*> lost;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      lost.swap(hands_);
      if (current_action) hands_.push_back(current_action);  // it goes on here
    }
    const FailureRef failure =
        make_failure(Errc::device_removed, "the function runs in the process that this one was forked from");
    for (SoftEvent* const hand : lost) {
      if (hand == current_action) continue;
      hand->abandon(failure);
      action_threads().expect_no_more();
    }
  }

  std::mutex mutex_;
  std::vector<SoftEvent*> hands_;  // each held by its thread; never given up in a child
};

class RunningFunction {
 public:
  explicit RunningFunction(SoftEvent& hand) : hand_(hand) {
    RunningFunctions::instance().add(&hand);
    functions_here = 1;
  }
  ~RunningFunction() {
    functions_here = 0;
    RunningFunctions::instance().remove(&hand_);
  }
  RunningFunction(const RunningFunction&) = delete;
  RunningFunction& operator=(const RunningFunction&) = delete;

 private:
  SoftEvent& hand_;
};

// Reports a failure that nobody can wait for: no user holds the event of the function.
void finish_action(SoftEvent& hand, const FailureRef& failure, const Event& event) {
  if (failure && !event.held_by_user())
    std::fprintf(stderr, "hcrt: a function given to then() threw: %s\n", failure->message().c_str());
  hand.finish(failure);
}

// A function, and the event that its end completes. One thread runs it, of those that try.
struct Function {
  std::unique_ptr<Action> action;
  std::shared_ptr<SoftEvent> hand;
  EventUse use;  // the run time's own reference, until the function is done

  void run() {
    if (!hand->begin()) return;
    const RunningFunction running(*hand);
    const std::unique_ptr<Action> own = std::move(action);  // may hold the last copy of a future, which waits
    FailureRef thrown;
    SoftEvent* const outer = std::exchange(current_action, hand.get());
    try {
      own->run();
    } catch (...) {
      thrown = current_failure();
    }
    current_action = outer;
    finish_action(*hand, thrown, *use.event().get());
  }
};

Ref<Event> run_behind(const Ref<Event>& after, std::unique_ptr<Action> action, bool offered) {
  auto [event, owned] = make_soft_event("");
  action_threads().expect();
  const std::shared_ptr<SoftEvent> hand(owned.release(), [](SoftEvent* done) {
    done->release();
    action_threads().expect_no_more();
  });
  auto function = std::shared_ptr<Function>(new Function{std::move(action), hand, EventUse(event)});
  notify(after ? after : completed_event(), [after, function = std::move(function), offered]() mutable {
    const FailureRef failure = after ? after->failure() : nullptr;
    if (failure) {
      function->hand->finish(failure);
      run_later(action_of([function = std::move(function)] {}));  // its end may wait for other functions
      return;
    }
    if (offered) function->hand->offer([function] { function->run(); });
    run_later(action_of([function = std::move(function)] { function->run(); }));
  });
  return event;
}

}  // namespace

void run_later(std::unique_ptr<Action> action) { action_threads().add(std::move(action)); }

void on_complete(Event* event, Action* given) {
  std::shared_ptr<Action> action(given);
  if (event) retain(event);
  const Ref<Event> after = event ? Ref<Event>(event) : completed_event();
  notify(after,
         [action]() mutable { run_later(action_of([action = std::move(action)] { action->run(); })); });
}

Ref<Event> run_behind(const Ref<Event>& after, Action* given) {
  return run_behind(after, std::unique_ptr<Action>(given), false);
}

Ref<Event> run_behind_or_in_waiter(const Ref<Event>& after, Action* given) {
  return run_behind(after, std::unique_ptr<Action>(given), true);
}

void help(const Event* event) {
  backends::Event* const native = current_action ? nullptr : event->native();
  if (native && native->family() == SoftEvent::family_tag()) static_cast<SoftEvent*>(native)->run_offered();
}

void function_ends_soon() noexcept {
  if (current_action) current_action->hurry();
}

bool runs_here(const backends::Event* event) noexcept { return event == current_action; }

void give_up_function() noexcept {
  if (!current_action) return;
  HCRT_LOG("exit(): a function given to then() is not waited for");
  std::exchange(current_action, nullptr)
      ->finish(make_failure(Errc::runtime, "the process ends, and the function had not"));
}

bool wait_for_function(std::chrono::steady_clock::time_point end) noexcept {
  return action_threads().wait_for_one(end);
}

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
