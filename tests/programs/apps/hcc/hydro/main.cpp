// A blast wave in a closed box, on the accelerator and on the host.
//
//   hydro [cells along a side] [steps]
#include <cmath>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "hydro.hpp"

static double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

struct outcome {
  double time;     // simulated
  double seconds;  // of the clock
};

// Strang splitting: x then y in even steps, y then x in odd ones.
static outcome run_device(host_mesh& mesh, int steps) {
  hc::accelerator acc;
  hc::accelerator_view av = acc.create_view(hc::execute_in_order);
  const int nx = mesh.get().nx, ny = mesh.get().ny;
  device_mesh a(acc, nx, ny), b(acc, nx, ny);
  a.upload(av, mesh.get()).wait();
  b.upload(av, mesh.get()).wait();

  wave_speed_reducer max_speed(av);
  outcome result = {0, 0};
  int finished = 0;
  const double start = now();
  for (int n = 0; n < steps; ++n) {
    const double dx = 1.0 / nx;
    const double dt = CFL * dx / max_speed(a.get());
    const int first = n % 2;

    reflect(av, a.get(), first);
    sweep(av, a.get(), b.get(), dt / dx, first);
    hc::completion_future middle = reflect(av, b.get(), 1 - first);
    av.create_blocking_marker(middle);
    hc::completion_future last = sweep(av, b.get(), a.get(), dt / dx, 1 - first);
    last.then([&finished]() { ++finished; });
    result.time += dt;
  }
  a.download(av, mesh.get()).wait(hc::hcWaitModeActive);
  result.seconds = now() - start;
  if (finished != steps) {
    std::printf("FAILED: %d of %d steps have been finished\n", finished, steps);
    std::exit(1);
  }
  return result;
}

static outcome run_host(host_mesh& mesh, int steps) {
  const int nx = mesh.get().nx, ny = mesh.get().ny;
  host_mesh scratch(nx, ny);
  scratch.set_blast();
  fields a = mesh.get(), b = scratch.get();

  outcome result = {0, 0};
  const double start = now();
  for (int n = 0; n < steps; ++n) {
    const double dx = 1.0 / nx;
    const double dt = CFL * dx / max_speed_reference(a);
    const int first = n % 2;
    reflect_reference(a, first);
    sweep_reference(a, b, dt / dx, first);
    reflect_reference(b, 1 - first);
    sweep_reference(b, a, dt / dx, 1 - first);
    result.time += dt;
  }
  result.seconds = now() - start;
  return result;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 72;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 40;

  hc::accelerator acc;
  std::wcout << L"Using " << acc.get_description() << L", " << acc.get_cu_count() << L" compute units\n";

  host_mesh device(n + 24, n), host(n + 24, n);
  device.set_blast();
  host.set_blast();
  const double mass = device.total(device.get().rho), energy = device.total(device.get().e);

  const outcome d = run_device(device, steps);
  const outcome h = run_host(host, steps);

  double difference = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n + 24; ++x) {
      const int i = host.get().at(y, x);
      difference = std::max(difference, std::fabs(device.get().rho[i] - host.get().rho[i]));
      difference = std::max(difference, std::fabs(device.get().e[i] - host.get().e[i]));
    }
  const double lost = std::fabs(device.total(device.get().rho) / mass - 1) +
                      std::fabs(device.total(device.get().e) / energy - 1);

  std::printf("%d steps to t = %.4f: %.3f s on the accelerator, %.3f s on the host\n", steps, d.time, d.seconds,
              h.seconds);
  const bool passed = difference < 1e-9 && std::fabs(d.time - h.time) < 1e-12 && lost < 1e-10 && d.time > 0;
  std::printf("%s: fields differ by %.3g, mass and energy lost %.3g\n", passed ? "PASSED" : "FAILED", difference,
              lost);
  return passed ? 0 : 1;
}
