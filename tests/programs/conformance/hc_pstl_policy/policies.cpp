// rows: hc.pstl.execution_policy, hc.pstl.seq_par_par_vec
// ptx: none
#include <experimental/execution_policy>
#include <type_traits>

#include "check.hpp"

namespace par_ns = std::experimental::parallel;
using par_ns::execution_policy;

static_assert(std::is_same<par_ns::parallel_execution_policy, par_ns::v1::parallel_execution_policy>::value,
              "v1 is an inline namespace");
static_assert(par_ns::is_execution_policy<par_ns::sequential_execution_policy>::value, "seq");
static_assert(par_ns::is_execution_policy<par_ns::parallel_execution_policy>::value, "par");
static_assert(par_ns::is_execution_policy<par_ns::parallel_vector_execution_policy>::value, "par_vec");
static_assert(par_ns::is_execution_policy<execution_policy>::value, "the dynamic policy");
static_assert(!par_ns::is_execution_policy<int>::value && !par_ns::is_execution_policy_v<void>, "others");

int main() {
  execution_policy chosen = par_ns::seq;
  CHECK(chosen.type() == typeid(par_ns::seq));
  CHECK(chosen.get<par_ns::sequential_execution_policy>() != nullptr);
  CHECK(chosen.get<par_ns::parallel_execution_policy>() == nullptr);

  chosen = par_ns::par_vec;
  CHECK(chosen.type() == typeid(par_ns::parallel_vector_execution_policy));
  CHECK(chosen.get<par_ns::sequential_execution_policy>() == nullptr);
  const execution_policy copy = chosen;
  CHECK(copy.get<par_ns::parallel_vector_execution_policy>() != nullptr);

  chosen = execution_policy(par_ns::par);
  CHECK(chosen.type() == typeid(par_ns::parallel_execution_policy) && copy.type() != chosen.type());
  return failures();
}
