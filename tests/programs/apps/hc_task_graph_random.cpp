// Random task graphs on two views against the same operations done one after another on the host. Between
// launches the host reads and writes elements. Arguments: [graphs] [first seed] [path of the second view's
// accelerator].
#include <cstdlib>
#include <cstring>
#include <hc.hpp>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int n = 64, buffers = 5, rounds = 4;

struct Operation {
  int kind, view, to, from;
  unsigned value;
};

std::wstring second_path;

hc::accelerator second_accelerator() {
  return second_path.empty() ? hc::accelerator() : hc::accelerator(second_path);
}

// The five buffers: views over host memory, a view without, arrays on either view.
struct World {
  hc::accelerator_view views[2] = {hc::accelerator().create_view(), second_accelerator().create_view()};
  std::vector<unsigned> memory[2] = {std::vector<unsigned>(n), std::vector<unsigned>(n)};
  hc::array<unsigned, 1> first{hc::extent<1>(n), views[0]}, second{hc::extent<1>(n), views[1]};
  std::vector<hc::array_view<unsigned, 1>> all;
  std::vector<hc::completion_future> done;

  World() {
    for (std::vector<unsigned>& elements : memory) all.emplace_back(n, elements);
    all.emplace_back(n);
    all.emplace_back(first);
    all.emplace_back(second);
    for (int b = 2; b < buffers; ++b) {
      const std::vector<unsigned> zeros(n);
      hc::copy(zeros.begin(), all[b]);
    }
  }

  void submit(const Operation& op, const hc::graph_argument<unsigned>& step) {
    const hc::accelerator_view view = views[op.view];
    const hc::array_view<unsigned, 1> to = all[op.to], from = all[op.from];
    const hc::array_view<const unsigned, 1> read = from;
    const unsigned value = op.value;
    switch (op.kind) {
      case 0:
        done.push_back(hc::parallel_for_each(view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] {
          to[i] = to[i] * 3 + read[n - 1 - i[0]] + value;
        }));
        return;
      case 1:
        if (op.to != op.from) done.push_back(hc::copy_async(from, to));
        return;
      case 2:
        if (op.to != op.from)
          done.push_back(hc::copy_async(from.section(0, n / 2), to.section(n / 4, n / 2)));
        return;
      case 3:
        if (!done.empty()) view.create_blocking_marker(done[value % done.size()]);
        return;
      case 4:
        done.push_back(to.synchronize_async());
        return;
      case 5:
        to.discard_data();
        done.push_back(hc::parallel_for_each(
            view, hc::extent<1>(n), [=](hc::index<1> i) [[hc]] { to[i] = value + step * unsigned(i[0]); }));
        return;
      default:
        hc::array<unsigned, 1>& array = op.view ? second : first;
        done.push_back(hc::parallel_for_each(view, hc::extent<1>(n), [=, &array](hc::index<1> i) [[hc]] {
          array[i] ^= read[i] + value + step;
        }));
    }
  }
};

using Oracle = std::vector<std::vector<unsigned>>;

void compute(const Operation& op, unsigned step, Oracle& all) {
  std::vector<unsigned>& to = all[op.kind == 6 ? 3 + op.view : op.to];
  const std::vector<unsigned> from = all[op.from];
  for (int i = 0; i < n; ++i) {
    if (op.kind == 0 && op.to != op.from) to[i] = to[i] * 3 + from[n - 1 - i] + op.value;
    if (op.kind == 1) to[i] = from[i];
    if (op.kind == 2 && op.to != op.from && i < n / 2) to[n / 4 + i] = from[i];
    if (op.kind == 5) to[i] = op.value + step * unsigned(i);
    if (op.kind == 6) to[i] ^= from[i] + op.value + step;
  }
}

std::vector<Operation> make_operations(std::mt19937& random) {
  std::vector<Operation> operations(1 + random() % 20);
  for (Operation& op : operations) {
    op = {int(random() % 7), int(random() % 2), int(random() % buffers), int(random() % buffers),
          unsigned(random())};
    // A kernel that reads what others of its work-items write has no one result.
    if (op.kind == 0 && op.to == op.from) op.from = (op.from + 1) % buffers;
  }
  return operations;
}

bool equal(World& world, const Oracle& oracle) {
  for (int b = 0; b < buffers; ++b) {
    const hc::array_view<const unsigned, 1> view = world.all[b];
    for (int i = 0; i < n; ++i)
      if (view[i] != oracle[b][i]) return false;
  }
  return true;
}

bool run(unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<Operation> operations = make_operations(random);
  World world;
  Oracle oracle(buffers, std::vector<unsigned>(n));
  hc::graph_argument<unsigned> step(1);
  hc::task_graph graph;
  graph.record(
      [&] {
        for (const Operation& op : operations) world.submit(op, step);
      },
      world.views[0], world.views[1]);
  for (int round = 0; round < rounds; ++round) {
    if (random() % 2) {  // the host changes elements
      const int b = int(random() % buffers), i = int(random() % n);
      world.all[b][i] = oracle[b][i] = unsigned(random());
    }
    if (random() % 2) {  // and so does a kernel outside of the graph
      const hc::array_view<unsigned, 1> view = world.all[random() % buffers];
      std::size_t b = 0;
      while (world.all[b].internal() != view.internal()) ++b;
      hc::parallel_for_each(world.views[random() % 2], hc::extent<1>(n),
                            [=](hc::index<1> i) [[hc]] { view[i] += 7; });
      for (unsigned& element : oracle[b]) element += 7;
    }
    const unsigned value = random() % 5;
    step.set(value);
    graph.launch();
    for (const Operation& op : operations) compute(op, value, oracle);
    if (random() % 2 && !equal(world, oracle)) return false;
  }
  return equal(world, oracle);
}

}  // namespace

int main(int argc, char** argv) {
  const int graphs = argc > 1 ? std::atoi(argv[1]) : 150;
  const int first = argc > 2 ? std::atoi(argv[2]) : 1;
  if (argc > 3) second_path.assign(argv[3], argv[3] + std::strlen(argv[3]));
  int wrong = 0;
  for (int seed = first; seed < first + graphs; ++seed) {
    if (run(unsigned(seed))) continue;
    std::printf("seed %d: FAILED\n", seed);
    ++wrong;
  }
  std::printf("%d graphs, %d wrong\n", graphs, wrong);
  return wrong ? 1 : 0;
}
