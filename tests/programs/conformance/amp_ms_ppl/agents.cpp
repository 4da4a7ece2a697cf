// rows: amp.ms.ppl.agents
#include <agents.h>
#include <amp.h>

#include <vector>

#include "check.hpp"

using namespace concurrency;

// Sums what kernels make of the numbers that it receives, until a negative one comes.
class squares : public agent {
 public:
  squares(ISource<int>& in, ITarget<int>& out) : in_(in), out_(out) {}

 protected:
  void run() {
    int sum = 0;
    for (int n = receive(in_); n >= 0; n = receive(in_)) {
      array_view<int> view(1);
      parallel_for_each(view.get_extent(), [=](index<1> i) restrict(amp) { view[i] = n * n; });
      sum += view[0];
    }
    send(out_, sum);
    done();
  }

 private:
  ISource<int>& in_;
  ITarget<int>& out_;
};

int main() {
  unbounded_buffer<int> in;
  single_assignment<int> out;
  squares worker(in, out), idle(in, out);
  CHECK(worker.status() == agent_created && worker.start() && !worker.start());
  for (int i = 0; i < 5; ++i) CHECK(asend(in, i));
  send(in, -1);
  CHECK(agent::wait(&worker) == agent_done && receive(&out) == 30 && out.has_value() && !send(out, 1));
  CHECK(out.value() == 30 && idle.cancel() && !idle.start());
  agent* both[] = {&worker, &idle};
  agent_status ended[2];
  agent::wait_for_all(2, both, ended);
  CHECK(ended[0] == agent_done && ended[1] == agent_canceled);

  overwrite_buffer<int> last;
  int seen = 5;
  CHECK(!try_receive(last, seen) && seen == 5);
  send(last, 1);
  send(&last, 2);
  CHECK(receive(last) == 2 && receive(last) == 2 && try_receive(last, seen) && seen == 2);

  unbounded_buffer<int> queue;
  queue.enqueue(3);
  queue.enqueue(4);
  CHECK(queue.dequeue() == 3 && receive(queue) == 4);
  try {
    receive(queue, 1);
    CHECK(false);
  } catch (const operation_timed_out&) {
  }

  std::vector<int> called;
  {
    call<int> note([&](int n) { called.push_back(n); });
    transformer<int, int> twice([](int n) { return 2 * n; });
    queue.link_target(&twice);
    for (int i = 0; i < 3; ++i) send(queue, i);
    CHECK(receive(twice) == 0 && receive(twice) == 2 && receive(twice) == 4);
    twice.link_target(&note);
    send(queue, 10);
    queue.unlink_target(&twice);
    send(queue, 11);
  }
  CHECK(called.size() == 1 && called[0] == 20 && queue.dequeue() == 11);
  return failures();
}
