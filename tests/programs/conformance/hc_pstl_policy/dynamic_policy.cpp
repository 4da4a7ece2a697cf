// rows: hc.pstl.execution_policy
#include "pstl_check.hpp"

template <class Policy>
long long work(Policy&& policy, std::vector<int> v) {
  transform(policy, v.begin(), v.end(), v.begin(), [](int e) { return 3 * e; });
  sort(policy, v.begin(), v.end());
  return reduce(std::forward<Policy>(policy), v.begin(), v.end(), 0ll) + v.front() * 1000003ll;
}

int main() {
  const std::vector<int> v = keys<int>(5000);
  long long want = 0;
  for (int e : v) want += 3 * e;
  want += *std::min_element(v.begin(), v.end()) * 3 * 1000003ll;
  CHECK(work(seq, v) == want);
  CHECK(work(par, v) == want);
  CHECK(work(par_vec, v) == want);
  for (const execution_policy& policy :
       {execution_policy(seq), execution_policy(par), execution_policy(par_vec)})
    CHECK(work(policy, v) == want);
  return failures();
}
