// A step of a simulation, recorded once and launched many times: hc::task_graph.
#include <cmath>
#include <fstream>
#include <hc.hpp>
#include <iostream>
#include <vector>

int main(int argc, char** argv) {
  const int n = 1 << 14, steps = 100;
  std::vector<float> position(n);
  for (int i = 0; i < n; ++i) position[i] = float(i % 100) * 0.01f;

  hc::accelerator_view view = hc::accelerator().create_view();
  hc::array_view<float, 1> x(n, position);
  hc::array<float, 1> v(n, view);
  hc::graph_argument<float> dt(0.01f);  // changes from launch to launch

  hc::parallel_for_each(view, v.get_extent(), [&v](hc::index<1> i) [[hc]] { v[i] = 0; });
  hc::task_graph step;
  {
    auto recording = step.record(view);  // from here on nothing runs
    hc::parallel_for_each(view, v.get_extent(), [=, &v](hc::index<1> i) [[hc]] { v[i] -= x[i] * dt; });
    hc::parallel_for_each(view, v.get_extent(), [=, &v](hc::index<1> i) [[hc]] { x[i] += v[i] * dt; });
  }
  for (int k = 0; k < steps; ++k) {
    dt.set(k < steps / 2 ? 0.01f : 0.02f);
    step.launch();
  }
  if (argc > 1) {  // draw it: dot -Tsvg
    std::ofstream drawing(argv[1]);
    step.write_dot(drawing);
  }

  for (int i = 0; i < n; i += 997) {
    float expected = float(i % 100) * 0.01f, speed = 0;
    for (int k = 0; k < steps; ++k) {
      const float delta = k < steps / 2 ? 0.01f : 0.02f;
      speed -= expected * delta;
      expected += speed * delta;
    }
    if (std::fabs(x[i] - expected) > 1e-4f) {
      std::cout << "FAILED: element " << i << " is " << x[i] << ", not " << expected << "\n";
      return 1;
    }
  }
  std::cout << "PASSED\n";
  return 0;
}
