// rows: amp.ms.ppl.tasks
#include <amp.h>
#include <ppltasks.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"

using namespace concurrency;

template <class T>
bool is_canceled(const task<T>& t) {
  try {
    t.get();
  } catch (const task_canceled&) {
    return t.wait() == canceled;
  }
  return false;
}
template <class T>
std::string error_of(const task<T>& t) {
  try {
    t.wait();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "none";
}

int main() {
  // Continuations, of values, of tasks, of functions that return tasks.
  task<int> seven = create_task([] { return 7; });
  CHECK(seven.then([](int n) { return n * 2; }).then([](task<int> t) { return t.get() + 1; }).get() == 15);
  CHECK(create_task([seven] { return seven.then([](int n) { return n + 0.5; }); }).get() == 7.5);
  task<std::string> inner = seven.then([](int n) { return task_from_result(std::to_string(n)); });
  CHECK(inner.get() == "7" && inner.is_done() && inner == task<std::string>(inner));
  std::atomic<int> count(0);
  task<void> nothing([&] { ++count; });
  CHECK(nothing.wait() == completed && count == 1);
  nothing.then([&] { count += 10; }, task_continuation_context::use_arbitrary()).wait();
  CHECK(count == 11 && task_from_result().wait() == completed);

  // Several.
  std::vector<task<int>> numbers;
  std::vector<task<void>> steps;
  for (int i = 0; i < 4; ++i) {
    numbers.push_back(create_task([i] { return i * i; }));
    steps.push_back(create_task([&count] { count += 100; }));
  }
  const std::vector<int> squares = when_all(numbers.begin(), numbers.end()).get();
  CHECK(squares.size() == 4 && squares[3] == 9);
  CHECK(when_all(begin(steps), end(steps)).then([&] { return count.load(); }).get() == 411);
  CHECK(when_all(steps.begin(), steps.begin()).wait() == completed);
  const std::vector<int> three = (numbers[1] && numbers[2] && numbers[3]).get();
  CHECK(three.size() == 3 && three[0] == 1 && three[2] == 9);
  CHECK((steps[0] && steps[1]).wait() == completed && (steps[0] || steps[1]).wait() == completed);
  const std::pair<int, std::size_t> first = when_any(numbers.begin(), numbers.end()).get();
  CHECK(first.first == static_cast<int>(first.second * first.second));
  task_completion_event<int> never;
  CHECK((create_task(never) || seven).get() == 7 && when_any(steps.begin(), steps.end()).get() < 4);

  // Results that are set by hand.
  task_completion_event<int> event;
  task<int> waiting(event);
  const task<int> behind = waiting.then([](int n) { return n + 1; });
  CHECK(!waiting.is_done() && !behind.is_done());
  CHECK(event.set(41) && !event.set(1) && behind.get() == 42);
  task_completion_event<void> signal;
  task<void> signalled = create_task(signal);
  signal.set();
  CHECK(signalled.wait() == completed);

  // Exceptions reach all that continue a task; one that takes the task sees them.
  task<int> fails([]() -> int { throw std::runtime_error("bad"); });
  CHECK(error_of(fails) == "bad" && error_of(fails.then([](int) {})) == "bad");
  CHECK(fails.then([](task<int> t) { return error_of(t); }).get() == "bad");
  numbers.push_back(fails);
  CHECK(error_of(when_all(numbers.begin(), numbers.end())) == "bad");
  CHECK(error_of(task_from_exception<int>(std::runtime_error("made"))) == "made");
  task_completion_event<int> wrong;
  wrong.set_exception(std::runtime_error("set"));
  CHECK(error_of(create_task(wrong)) == "set");

  // Cancellation.
  cancellation_token_source source;
  const cancellation_token token = source.get_token();
  int called = 0;
  token.register_callback([&] { ++called; });
  token.deregister_callback(token.register_callback([&] { called += 10; }));
  task_completion_event<void> go;
  const task<void> started = create_task([&] { go.set(); }, token);
  const task<int> loops = create_task(
      []() -> int {
        while (!is_task_cancellation_requested()) wait(1);
        cancel_current_task();
      },
      token);
  const cancellation_token_source linked = cancellation_token_source::create_linked_source(token);
  create_task(go).wait();
  CHECK(token.is_cancelable() && !token.is_canceled() && !cancellation_token::none().is_cancelable());
  wait(5);
  source.cancel();
  CHECK(token.is_canceled() && called == 1 && linked.get_token().is_canceled());
  CHECK(is_canceled(loops) && is_canceled(loops.then([](int) { return 1; })));
  CHECK(is_canceled(create_task([] { return 1; }, token)));
  CHECK(loops.then([](task<int> t) { return is_canceled(t); }).get());

  // Around kernels.
  std::vector<int> data(16, 2);
  array_view<int> view(16, data);
  const task<int> computed = create_task([view] {
                               parallel_for_each(view.get_extent(), [=](index<1> i) restrict(amp) {
                                 view[i] *= 3;
                               });
                               return view.synchronize_async().to_task();
                             }).then([&] { return data[15]; });
  CHECK(computed.get() == 6);
  return failures();
}
