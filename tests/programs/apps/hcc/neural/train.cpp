// Trains the network on the accelerator and on the host, and compares the losses.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "network.hpp"

using namespace nn;

int main(int argc, char* argv[]) {
  const int epochs = argc > 1 ? atoi(argv[1]) : 30;
  const int hidden = argc > 2 ? atoi(argv[2]) : 40;
  const dataset data = make_spiral(512, 3);
  const shape s = {2, hidden, data.classes, 128};
  const int batches = data.count / s.batch;

  context ctx;
  std::wcout << "Running on " << ctx.view().get_accelerator().get_description() << std::endl;

  network net(ctx, s);
  host_network reference(s);
  hc::array_view<const float, 2> points(data.count, 2, data.points.data());
  hc::array_view<const int, 1> labels(data.count, data.labels.data());

  float first = 0, last = 0, worst = 0;
  double device_time = 0, host_time = 0;
  for (int e = 0; e < epochs; ++e) {
    const float rate = 0.3f;
    for (int b = 0; b < batches; ++b) {
      const int begin = b * s.batch;
      const auto t0 = std::chrono::steady_clock::now();
      last = net.train(points.section(hc::index<2>(begin, 0), hc::extent<2>(s.batch, 2)),
                       labels.section(hc::index<1>(begin), hc::extent<1>(s.batch)), rate);
      const auto t1 = std::chrono::steady_clock::now();
      const float expected = reference.train(&data.points[2 * begin], &data.labels[begin], rate);
      const auto t2 = std::chrono::steady_clock::now();
      device_time += std::chrono::duration<double>(t1 - t0).count();
      host_time += std::chrono::duration<double>(t2 - t1).count();

      if (e == 0 && b == 0) first = last;
      // rounding grows with the steps: compare while the two are still on one path
      if (e < 3) worst = std::fmax(worst, std::fabs(last - expected) / expected);
    }
  }

  int right = 0;
  for (int b = 0; b < batches; ++b)
    right += net.correct(points.section(hc::index<2>(b * s.batch, 0), hc::extent<2>(s.batch, 2)),
                         labels.section(b * s.batch, s.batch));

  const double accuracy = 100.0 * right / data.count;
  std::cout << std::fixed << std::setprecision(3) << epochs << " epochs: loss " << first << " -> " << last << ", "
            << device_time << " s on the accelerator, " << host_time << " s on the host\n";
  const bool passed = worst < 1e-3f && last < first && (epochs < 20 || accuracy > 60.0);
  std::cout << (passed ? "PASSED" : "FAILED") << ": losses differ by " << std::scientific << worst
            << std::fixed << ", " << std::setprecision(1) << accuracy << " % right" << std::endl;
  return passed ? 0 : 1;
}
