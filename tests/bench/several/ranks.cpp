// What tests/bench/scaling.py fits its models to: each word is a measurement by all ranks together.
//
//   mpiexec -n 2 ranks link:BYTES:TIMES jacobi:ROWS:COLUMNS:STEPS ring:BODIES:TIMES
//
//   link     seconds of a message of that many bytes from one rank to another, there and back halved
//   jacobi   seconds of a step on a plate cut over the ranks, as samples/jacobi.cpp does it
//   ring     seconds in which all bodies pull each other, their blocks going once around the ring
// Prints "WORD SECONDS CHECK" for each: the least of ROUNDS rounds (default 5), each as long as its slowest
// rank; CHECK is the same on any number of ranks for jacobi. With PIN=1 each rank, with all its threads,
// stays on the processor of its number, or of the remainder where there are fewer.
#include <hc.hpp>
#include <hc_mpi.hpp>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "hc_distributed.hpp"

namespace {

using Plate = hc::distributed_array<float, 2>;
using View = hc::distributed_view<float, 2>;
using World = hc::mpi::communicator;

struct Body {
  float x, y, z, mass;
};
struct Figure {
  double seconds;
  std::uint64_t check;
};

int rounds() {
  const char* const asked = std::getenv("ROUNDS");
  return asked ? std::max(1, std::atoi(asked)) : 5;
}

// The slowest rank's time, the least of all rounds. The first round warms up.
template <class Function>
double least(const World& world, const Function& function) {
  double best = 1e9;
  for (int round = 0; round <= rounds(); ++round) {
    MPI_Barrier(world.native());
    const auto begin = std::chrono::steady_clock::now();
    function();
    double own = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_DOUBLE, MPI_MAX, world.native());
    if (round > 0) best = std::min(best, own);
  }
  return best;
}

Figure link(World& world, int bytes, int times) {
  if (world.size() != 2) throw std::runtime_error("link runs on 2 ranks");
  hc::accelerator_view view = world.rank_accelerator().create_view();
  hc::array<char, 1> own(bytes, view);
  const hc::array_view<char, 1> section(own);
  const int other = 1 - world.rank();
  const double seconds = least(world, [&] {
    for (int i = 0; i < times; ++i) {
      if (world.rank() == 0) world.send(section, other).wait();
      world.recv(section, other).wait();
      if (world.rank() == 1) world.send(section, other).wait();
    }
  });
  return {seconds / times / 2, 0};
}

// Of the whole plate: the bits of each element, times a number that its place decides.
std::uint64_t bits_of(const World& world, Plate& plate) {
  const int columns = plate.get_extent()[1];
  std::vector<float> rows(static_cast<std::size_t>(plate.last_row() - plate.first_row()) *
                          static_cast<std::size_t>(columns));
  plate.gather(rows.data()).wait();
  std::uint64_t sum = 0, place = static_cast<std::uint64_t>(plate.first_row()) * columns;
  for (const float value : rows) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    sum += bits * (2 * ++place + 1);
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, world.native());
  return sum;
}

Figure jacobi(World& world, int rows, int columns, int steps) {
  const hc::distribution where(std::vector<hc::accelerator>{world.rank_accelerator()});
  const hc::extent<2> whole(rows, columns);
  const int first = world.first_row(rows), last = world.last_row(rows);
  Plate a(whole, where, 1, first, last), b(whole, where, 1, first, last);
  const auto start = [](hc::index<2> i, View to) [[hc]] {
    to[i] = i[0] == 0 ? 100.0f : static_cast<float>((i[0] * 31 + i[1] * 17) % 50);
  };
  hc::parallel_for_each(hc::distributed_part::all, start, a);
  world.exchange(a);
  const auto step = [=](hc::index<2> i, View from, View to) [[hc]] {
    const float* const at = &from[i];
    const bool edge = i[0] == 0 || i[0] == rows - 1 || i[1] == 0 || i[1] == columns - 1;
    to[i] = edge ? *at : 0.25f * ((at[-columns] + at[columns]) + (at[-1] + at[1]));
  };
  int done = 0;
  const double seconds = least(world, [&] {
    for (int s = 0; s < steps; ++s, ++done) {
      Plate &from = done % 2 ? b : a, &to = done % 2 ? a : b;
      hc::parallel_for_each(hc::distributed_part::border, step, from, to);
      world.exchange(to);
      hc::parallel_for_each(hc::distributed_part::interior, step, from, to);
    }
    where.wait();
  });
  return {seconds / steps, bits_of(world, done % 2 ? b : a)};
}

Body body_at(int i) {
  const auto part = [i](int factor) { return static_cast<float>((i * factor) % 1009) / 1009; };
  return {part(37), part(101), part(211), 0.5f + part(7)};
}

float pull_of(const Body* block, int count, const Body& on) [[hc]] [[cpu]] {
  float sum = 0;
  for (int j = 0; j < count; ++j) {
    const float dx = block[j].x - on.x, dy = block[j].y - on.y, dz = block[j].z - on.z;
    const float square = dx * dx + dy * dy + dz * dz + 0.01f;
    sum += block[j].mass / (square * square) * (dx + 2 * dy + 3 * dz);
  }
  return sum;
}

// Every 97th body's pull against the same sum by the host, in another order.
void check_pulls(const std::vector<Body>& all, const std::vector<Body>& own,
                 const hc::array_view<float, 1>& pulls) {
  for (std::size_t i = 0; i < own.size(); i += 97) {
    const float want = pull_of(all.data(), static_cast<int>(all.size()), own[i]);
    if (!(std::abs(want - pulls[static_cast<int>(i)]) <= 1e-3f * (1 + std::abs(want))))
      throw std::runtime_error("ring: a wrong pull");
  }
}

Figure ring(World& world, int bodies, int times) {
  const int rank = world.rank(), size = world.size(), count = bodies / size;
  if (count * size != bodies) throw std::runtime_error("ring: each rank has as many bodies");
  std::vector<Body> all;
  for (int i = 0; i < bodies; ++i) all.push_back(body_at(i));
  const std::vector<Body> mine(all.begin() + rank * count, all.begin() + (rank + 1) * count);
  hc::accelerator_view view = world.rank_accelerator().create_view();
  const hc::array<Body, 1> own(count, mine.begin(), view);
  hc::array<Body, 1> first(count, mine.begin(), view), second(count, view);
  hc::array<float, 1> sums(count, view);
  const hc::array_view<float, 1> pulls(sums);
  const auto use = [&](const hc::array_view<Body, 1>& block, bool fresh) {
    const hc::array_view<const Body, 1> on(own);
    hc::parallel_for_each(view, on.get_extent(), [=](hc::index<1> i) [[hc]] {
      pulls[i] = (fresh ? 0.0f : pulls[i]) + pull_of(&block[0], count, on[i]);
    });
  };
  hc::array_view<Body, 1> visitors(first), next(second);
  const double seconds = least(world, [&] {
    for (int i = 0; i < times; ++i)
      for (int phase = 0; phase < size; ++phase) {
        if (size > 1) world.sendrecv(visitors, (rank + 1) % size, next, (rank + size - 1) % size);
        use(visitors, phase == 0);
        if (size > 1) std::swap(visitors, next);
      }
    view.wait();
  });
  check_pulls(all, mine, pulls);
  return {seconds / times, 0};
}

Figure measured(World& world, const std::string& word) {
  std::istringstream parts(word);
  std::string what, number;
  std::getline(parts, what, ':');
  std::vector<int> numbers;
  while (std::getline(parts, number, ':')) numbers.push_back(std::atoi(number.c_str()));
  const bool positive = std::all_of(numbers.begin(), numbers.end(), [](int n) { return n > 0; });
  if (positive && what == "link" && numbers.size() == 2) return link(world, numbers[0], numbers[1]);
  if (positive && what == "jacobi" && numbers.size() == 3)
    return jacobi(world, numbers[0], numbers[1], numbers[2]);
  if (positive && what == "ring" && numbers.size() == 2) return ring(world, numbers[0], numbers[1]);
  throw std::runtime_error("words: link:BYTES:TIMES, jacobi:ROWS:COLUMNS:STEPS, ring:BODIES:TIMES; not " +
                           word);
}

// Before any thread starts: threads inherit it. The launcher's number is MPICH's or Open MPI's.
void pin() {
  const char* rank = std::getenv("PMI_RANK");
  if (!rank) rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (!std::getenv("PIN") || !rank) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(std::atoi(rank) % static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)), &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) std::perror("ranks: not pinned");
}

}  // namespace

int main(int argc, char** argv) {
  pin();
  return hc::mpi::run(argc, argv, [&](World& world) {
    for (int i = 1; i < argc; ++i) {
      const Figure figure = measured(world, argv[i]);
      if (world.rank() == 0)
        std::printf("%s %.9g %llx\n", argv[i], figure.seconds, static_cast<unsigned long long>(figure.check));
    }
    return 0;
  });
}
