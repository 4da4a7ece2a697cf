// Gravity among n bodies, shared by several accelerators and processes: each keeps its own bodies, and blocks
// of all bodies travel once around the ring of processes, while kernels use the block before.
//
//   hcc -O2 nbody_ring.cpp -o nbody_ring && ./nbody_ring [BODIES [ACCELERATORS]]
//   MPICH_CXX=hcc mpicxx -O2 -DUSE_MPI $(hcc-config --cxxflags --ldflags) nbody_ring.cpp -o nbody_ring
//   mpiexec -n 4 ./nbody_ring
//
// The pull of each block is kept apart and added up in the blocks' order: the sum is the same to the last
// bit, however many share the work. 1, 2, 4 or 8 processes.
#include <hc.hpp>

#include <hc_math.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "accelerators.hpp"
#include "hc_distributed.hpp"
#ifdef USE_MPI
#include "hc_mpi.hpp"
#endif

struct Body {
  float x, y, z, mass;
};
struct Pull {
  float x, y, z;
};
constexpr int blocks = 8;

static Body body_at(int i) {
  const auto part = [i](int factor) { return static_cast<float>((i * factor) % 1009) / 1009; };
  return {part(37), part(101), part(211), 0.5f + part(7)};
}

// What the bodies of one block do to one body, in their order.
inline Pull pull_of(const Body* block, int count, const Body& on) [[hc]] [[cpu]] {
  Pull sum{0, 0, 0};
  for (int j = 0; j < count; ++j) {
    const float dx = block[j].x - on.x, dy = block[j].y - on.y, dz = block[j].z - on.z;
    const float square = dx * dx + dy * dy + dz * dz + 0.01f;
    const float scale = block[j].mass / (square * square);
    sum.x += dx * scale;
    sum.y += dy * scale;
    sum.z += dz * scale;
  }
  return sum;
}

// For Python: what one block does to each of a stretch of bodies.
void attract(hc::index<1> i, int count, const Body* block, const Body* bodies, Pull* pulls) [[hc]] {
  pulls[i[0]] = pull_of(block, count, bodies[i[0]]);
}

// The bodies [first, last) on one accelerator, and what each block does to them.
struct Share {
  hc::accelerator_view where;
  int first, last;
  hc::array_view<const Body, 1> bodies;
  hc::array_view<Pull, 1> pulls;  // one stretch for each block
};

static std::vector<Share> shares(const std::vector<Body>& own, int first,
                                 const std::vector<hc::accelerator>& list) {
  std::vector<Share> all;
  const int size = static_cast<int>(own.size()), count = static_cast<int>(list.size());
  for (int n = 0; n < count; ++n) {
    const int begin = size * n / count, end = size * (n + 1) / count;
    hc::accelerator acc = list[static_cast<std::size_t>(n)];
    all.push_back({acc.create_view(), first + begin, first + end,
                   hc::array_view<const Body, 1>(end - begin, &own[static_cast<std::size_t>(begin)]),
                   hc::array_view<Pull, 1>(blocks * (end - begin))});
  }
  return all;
}

// Blocks [first, first + visitors of `count` bodies): one launch for each of them on each accelerator.
static void use(const std::vector<Share>& all, const hc::array_view<const Body, 1>& visitors, int first,
                int count) {
  const int number = visitors.get_extent()[0] / count;
  for (const Share& share : all) {
    const int size = share.last - share.first;
    const auto bodies = share.bodies;
    const auto pulls = share.pulls;
    hc::parallel_for_each(share.where, hc::extent<2>(number, size), [=](hc::index<2> i) [[hc]] {
      pulls[(first + i[0]) * size + i[1]] = pull_of(&visitors[i[0] * count], count, bodies[i[1]]);
    });
  }
}

// The pull on each body, in order.
static std::vector<Pull> totals(const std::vector<Share>& all) {
  std::vector<Pull> sums;
  for (const Share& share : all) {
    const int size = share.last - share.first;
    for (int i = 0; i < size; ++i) {
      Pull sum{0, 0, 0};
      for (int b = 0; b < blocks; ++b) {
        const Pull& one = share.pulls[b * size + i];
        sum = {sum.x + one.x, sum.y + one.y, sum.z + one.z};
      }
      sums.push_back(sum);
    }
  }
  return sums;
}

static int report(const std::vector<Pull>& found, const std::vector<Body>& bodies) {
  double sum = 0;
  bool right = found.size() == bodies.size();
  for (std::size_t i = 0; i < found.size() && right; ++i) {
    sum += static_cast<double>(found[i].x) + 2.0 * found[i].y + 3.0 * found[i].z;
    if (i % 97) continue;
    const Pull want = pull_of(bodies.data(), static_cast<int>(bodies.size()), bodies[i]);
    const float off =
        (want.x - found[i].x) * (want.x - found[i].x) + (want.y - found[i].y) * (want.y - found[i].y);
    right = off <= 1e-6f * (want.x * want.x + want.y * want.y + 1.0f);
  }
  std::printf("%s: sum %a\n", right ? "PASSED" : "FAILED", sum);
  return right ? 0 : 1;
}

int main(int argc, char** argv) {
  const int asked = argc > 1 ? std::atoi(argv[1]) : 4096, accelerators = argc > 2 ? std::atoi(argv[2]) : 1;
  const int count = (asked + blocks - 1) / blocks;  // bodies of a block
  std::vector<Body> bodies;
  for (int i = 0; i < count * blocks; ++i) bodies.push_back(body_at(i));
#ifdef USE_MPI
  return hc::mpi::run(argc, argv, [&](hc::mpi::communicator& world) {
    const int rank = world.rank(), size = world.size(), mine = blocks / size;
    if (mine * size != blocks) throw std::runtime_error("nbody_ring runs on 1, 2, 4 or 8 ranks");
    const auto begin = bodies.begin() + rank * mine * count;
    const std::vector<Body> own(begin, begin + mine * count);
    const std::vector<Share> all =
        shares(own, rank * mine * count,
               accelerators > 1 ? accelerators_for(accelerators)
                                : std::vector<hc::accelerator>{world.rank_accelerator()});
    std::vector<Body> start = own;
    hc::array_view<Body, 1> visitors(mine * count, start), next(mine * count);
    for (int step = 0; step < size; ++step) {
      if (step + 1 < size) world.sendrecv(visitors, (rank + 1) % size, next, (rank + size - 1) % size);
      use(all, visitors, (rank + size - step) % size * mine, count);
      visitors = next;
      next = hc::array_view<Body, 1>(mine * count);
    }
    std::vector<Pull> found = totals(all);
    if (rank > 0) {
      world.send(hc::array_view<Pull, 1>(static_cast<int>(found.size()), found), 0).wait();
      return 0;
    }
    for (int other = 1; other < size; ++other) {
      std::vector<Pull> more(static_cast<std::size_t>(mine * count));
      world.recv(hc::array_view<Pull, 1>(mine * count, more), other).wait();
      found.insert(found.end(), more.begin(), more.end());
    }
    return report(found, bodies);
  });
#else
  const std::vector<Share> all = shares(bodies, 0, accelerators_for(accelerators));
  use(all, hc::array_view<const Body, 1>(count * blocks, bodies), 0, count);
  return report(totals(all), bodies);
#endif
}
