// rows: hc.pstl.exception_list
#include <experimental/algorithm>
#include <vector>

static int checked(int e) {
  if (e < 0) throw e;  // expected-error {{'throw' is not allowed in a kernel}}
  return e;
}

int main() {
  using namespace std::experimental::parallel;
  std::vector<int> v(100);
  transform(par, v.begin(), v.end(), v.begin(),
            [](int e) { return checked(e); });  // expected-note {{called from the kernel here}}
}
