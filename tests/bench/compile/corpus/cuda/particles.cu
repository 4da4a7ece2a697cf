// The twin of ../particles.cpp in CUDA.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "../vectors.hpp"

struct Particle {
  Vec3<float> place, speed;
  std::uint32_t state;
};

__global__ void move_kernel(Particle* view, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle p = view[i];
  p.state = mix(p.state);
  p.speed = p.speed * 0.99f + Vec3<float>{(p.state & 255) * 1e-4f, -9.81f * dt, 0};
  p.place = p.place + p.speed * dt;
  view[i] = p;
}

class Scene {
 public:
  explicit Scene(unsigned seed) : engine_(seed) {}
  void add(const std::string& name, int count) {
    std::uniform_real_distribution<float> unit(-1, 1);
    auto& group = groups_[name];
    for (int i = 0; i < count; ++i)
      group.push_back({{unit(engine_), unit(engine_), unit(engine_)},
                       {0, 0, 0},
                       static_cast<std::uint32_t>(engine_() | 1u)});
  }
  void move(float dt) {
    for (auto& [name, group] : groups_) {
      Particle* place = nullptr;
      const std::size_t bytes = group.size() * sizeof(Particle);
      const int n = static_cast<int>(group.size());
      cudaMalloc(&place, bytes);
      cudaMemcpy(place, group.data(), bytes, cudaMemcpyHostToDevice);
      move_kernel<<<(n + 255) / 256, 256>>>(place, n, dt);
      cudaMemcpy(group.data(), place, bytes, cudaMemcpyDeviceToHost);
      cudaFree(place);
      ++moves_[name];
    }
  }
  void print(std::ostream& out) const {
    std::vector<std::pair<std::string, float>> heights;
    for (const auto& [name, group] : groups_) {
      const auto top = std::max_element(group.begin(), group.end(),
                                        [](const auto& a, const auto& b) { return a.place.y < b.place.y; });
      heights.emplace_back(name, top == group.end() ? 0 : top->place.y);
    }
    std::sort(heights.begin(), heights.end(),
              [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, height] : heights)
      out << name << ": " << height << " after " << moves_.at(name) << '\n';
  }

 private:
  std::mt19937 engine_;
  std::map<std::string, std::vector<Particle>> groups_;
  std::unordered_map<std::string, int> moves_;
};

void simulate(unsigned seed, int steps) {
  auto scene = std::make_unique<Scene>(seed);
  const std::function<void(const char*)> add = [&](const char* name) { scene->add(name, 1000); };
  for (const char* name : {"dust", "rain", "snow"}) add(name);
  for (int step = 0; step < steps; ++step) scene->move(0.01f);
  scene->print(std::cout);
}
