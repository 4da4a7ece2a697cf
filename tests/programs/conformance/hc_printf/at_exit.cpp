// rows: hc.printf.flush
#include <sys/wait.h>

#include <hc.hpp>
#include <hc_printf.hpp>

#include "capture.hpp"
#include "check.hpp"

int main() {
  Capture output;
  const pid_t child = fork();  // before any device is opened
  if (child == 0) {
    hc::parallel_for_each(hc::extent<1>(3), [=](hc::index<1> i) [[hc]] { hc::printf("line %d\n", i[0]); });
    std::exit(0);  // nobody waited
  }
  int status = 0;
  waitpid(child, &status, 0);
  const std::string text = output.text();
  CHECK(status == 0 && occurrences(text, "line ") == 3 && occurrences(text, "line 2\n") == 1);
  return failures();
}
