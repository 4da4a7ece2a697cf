// Execution policies: how an algorithm may run.
#ifndef HCRT_PSTL_POLICY_HPP
#define HCRT_PSTL_POLICY_HPP

#include <type_traits>
#include <typeinfo>

namespace std {
namespace experimental {
namespace parallel {
inline namespace v1 {

/// In the calling thread, on the CPU.
class sequential_execution_policy {};
/// On the default accelerator, where the sequences and the values allow it.
class parallel_execution_policy {};
/// The same; function objects may also be interleaved in one thread.
class parallel_vector_execution_policy {};

inline constexpr sequential_execution_policy seq{};
inline constexpr parallel_execution_policy par{};
inline constexpr parallel_vector_execution_policy par_vec{};

class execution_policy;

template <class T>
struct is_execution_policy : std::false_type {};
template <>
struct is_execution_policy<sequential_execution_policy> : std::true_type {};
template <>
struct is_execution_policy<parallel_execution_policy> : std::true_type {};
template <>
struct is_execution_policy<parallel_vector_execution_policy> : std::true_type {};
template <>
struct is_execution_policy<execution_policy> : std::true_type {};

template <class T>
constexpr bool is_execution_policy_v = is_execution_policy<T>::value;

/// Holds one of the policies, chosen at run time.
class execution_policy {
  enum class Kind { sequential, parallel, parallel_vector };

  template <class T>
  static constexpr Kind kind_of() {
    static_assert(is_execution_policy<T>::value && !std::is_same<T, execution_policy>::value,
                  "an execution_policy holds seq, par or par_vec");
    return std::is_same<T, sequential_execution_policy>::value ? Kind::sequential
           : std::is_same<T, parallel_execution_policy>::value ? Kind::parallel
                                                               : Kind::parallel_vector;
  }
  template <class T>
  using IfStatic =
      hcrt::enable_if_t<is_execution_policy<T>::value && !std::is_same<T, execution_policy>::value>;

 public:
  template <class T, class = IfStatic<T>>
  execution_policy(const T&) : kind_(kind_of<T>()) {}

  template <class T, class = IfStatic<T>>
  execution_policy& operator=(const T&) {
    kind_ = kind_of<T>();
    return *this;
  }

  /// The type of the policy that is held.
  const std::type_info& type() const noexcept {
    return kind_ == Kind::sequential ? typeid(sequential_execution_policy)
           : kind_ == Kind::parallel ? typeid(parallel_execution_policy)
                                     : typeid(parallel_vector_execution_policy);
  }

  /// The policy that is held; null where it is not a T.
  template <class T>
  T* get() noexcept {
    return kind_ == kind_of<T>() ? &held<T>() : nullptr;
  }
  template <class T>
  const T* get() const noexcept {
    return kind_ == kind_of<T>() ? &held<T>() : nullptr;
  }

 private:
  // Policies have no state: all that are held are one object of their type.
  template <class T>
  static T& held() noexcept {
    static T policy;
    return policy;
  }

  Kind kind_;
};

}  // namespace v1
}  // namespace parallel
}  // namespace experimental
}  // namespace std

namespace hcrt {
namespace pstl {

namespace parallel = std::experimental::parallel;

// The operators that algorithms take where they are given none; std::plus<> and its kin came with C++14.
#define HCRT_PSTL_OPERATOR(Name, op)                                                        \
  struct Name {                                                                             \
    template <class A, class B>                                                             \
    HCRT_BOTH constexpr auto operator()(const A& a, const B& b) const -> decltype(a op b) { \
      return a op b;                                                                        \
    }                                                                                       \
  };
HCRT_PSTL_OPERATOR(Less, <)
HCRT_PSTL_OPERATOR(Equals, ==)
HCRT_PSTL_OPERATOR(Plus, +)
HCRT_PSTL_OPERATOR(Minus, -)
HCRT_PSTL_OPERATOR(Multiplies, *)
#undef HCRT_PSTL_OPERATOR

template <class Policy>
using IfPolicy = hcrt::enable_if_t<parallel::is_execution_policy<hcrt::decay_t<Policy>>::value, int>;

template <class Policy>
constexpr bool is_sequential =
    std::is_same<hcrt::decay_t<Policy>, parallel::sequential_execution_policy>::value;

/// May the algorithm run on an accelerator?
template <class Policy>
bool allows_parallel(const Policy& policy) {
  if constexpr (std::is_same<Policy, parallel::execution_policy>::value)
    return !policy.template get<parallel::sequential_execution_policy>();
  else
    return !is_sequential<Policy>;
}

/// Must an exception of a function object end the program?
template <class Policy>
bool terminates(const Policy& policy) {
  if constexpr (std::is_same<Policy, parallel::execution_policy>::value)
    return policy.template get<parallel::parallel_vector_execution_policy>() != nullptr;
  else
    return std::is_same<Policy, parallel::parallel_vector_execution_policy>::value;
}

}  // namespace pstl
}  // namespace hcrt
#endif
