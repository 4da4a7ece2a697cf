// rows: hc.printf.no_loss, hc.printf.flush
#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  Capture output;
  hc::accelerator_view view = hc::accelerator().get_default_view();
  for (int launch = 0; launch < 2; ++launch)
    hc::parallel_for_each(view, hc::extent<1>(128), [=](hc::index<1> i) [[hc]] {
      hc::printf("launch %d item %d ends\n", launch, i[0]);
    });
  view.wait();  // flushes
  const std::string text = output.text();
  CHECK(occurrences(text, "\n") == 256);
  for (int launch = 0; launch < 2; ++launch)
    for (int i = 0; i < 128; ++i)
      CHECK(occurrences(text,
                        "launch " + std::to_string(launch) + " item " + std::to_string(i) + " ends\n") == 1);
  return failures();
}
