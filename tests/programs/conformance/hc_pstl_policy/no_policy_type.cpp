// rows: hc.pstl.names
#include <experimental/algorithm>
#include <vector>

int main() {
  std::vector<int> v(100);
  using namespace std::experimental::parallel;
  stable_sort(1, v.begin(), v.end());  // expected-error {{no matching function for call to 'stable_sort'}}
}
