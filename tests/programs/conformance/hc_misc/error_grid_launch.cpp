// rows: hc.grid_launch.attribute
// The rules hold for functions that launch their bodies, and for what they call.
// ptx: none
#include <hc.hpp>

#include <grid_launch.hpp>

#define KERNEL __attribute__((hc_grid_launch))

void for_the_cpu(int* p) [[cpu]];
int allocates(int n) {
  int* p = new int(n);  // expected-error {{'new' is not allowed in a kernel}}
  return *p;
}
int calls(int n) { return allocates(n); }

__attribute__((hc_grid_launch)) void throws(grid_launch_parm lp, int* p) {
  if (p[0]) throw 1;  // expected-error {{'throw' is not allowed in a kernel}}
}
KERNEL void reaches(const grid_launch_parm lp, int* p) {  // expected-note {{kernel starts here}}
  p[0] = calls(1);  // expected-note {{'calls(int)' is called from the kernel here}}
}
KERNEL void calls_host(grid_launch_parm lp, int* p) {
  for_the_cpu(p);  // expected-error {{'for_the_cpu(int *)' is restricted to the CPU}}
}
KERNEL void right(grid_launch_parm lp, int* p, int n) { p[hc_get_workitem_id(0)] = n; }

int main() {
  int* on_the_host = new int(3);
  try {
    for_the_cpu(on_the_host);
  } catch (...) {
  }
  delete on_the_host;
}
