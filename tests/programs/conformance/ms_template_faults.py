"""Templates that Visual C++ and hcc refuse, each beside what differs in the mistake alone."""

from __future__ import annotations

REFUSED = {
    "later_name_in_function": (
        """
int g(int x) { return later(x); }  // expected-error {{use of undeclared identifier 'later'}}
int later(int x) { return x; }
""",
        """
int later(int x) { return x; }
int g(int x) { return later(x); }
""",
    ),
    "name_that_is_nowhere": (
        """
template <class T>
int g(T x) { return nowhere(x); }  // expected-error {{'nowhere'}}
""",
        """
template <class T>
int unused(T x) { return nowhere(x); }
template <class T>
int g(T x) { return x; }
""",
    ),
    "number_to_reference": (
        """
int take(int& x) { return x; }
int g(int x) { return take(x + 1) - 1; }  // expected-error {{no matching function for call to 'take'}}
""",
        """
int take(const int& x) { return x; }
int g(int x) { return take(x + 1) - 1; }
""",
    ),
    "member_of_no_base": (
        """
struct B {};
struct D : B {
  int run(int x) { return value = x; }  // expected-error {{use of undeclared identifier 'value'}}
};
int g(int x) { return D().run(x); }
""",
        """
struct B {
  int value;
};
struct D : B {
  int run(int x) { return value = x; }
};
int g(int x) { return D().run(x); }
""",
    ),
    "two_of_the_program": (
        """
namespace a {
int pick = 1;
}
namespace b {
int pick = 1;
}
using namespace a;
using namespace b;
int g(int x) { return x + pick - 1; }  // expected-error {{reference to 'pick' is ambiguous}}
""",
        """
namespace a {
int pick = 1;
}
using namespace a;
int g(int x) { return x + pick - 1; }
""",
    ),
}
# The same programs where the mode is off.
STRICT = {
    "template": (
        """
template <class T>
struct S {
  template <class U>
  U as(T x) { return U(x); }
};
template <class T>
int g(T x) { return S<T>().as<T>(x); }  // expected-error {{'template' keyword}}
""",
        """
template <class T>
struct S {
  template <class U>
  U as(T x) { return U(x); }
};
template <class T>
int g(T x) { return S<T>().template as<T>(x); }
""",
    ),
    "base": (
        """
template <class T>
struct B {
  T value;
};
template <class T>
struct D : B<T> {
  T run(T x) { return value = x; }  // expected-error {{use of undeclared identifier 'value'}}
};
int g(int x) { return D<int>().run(x); }
""",
        """
template <class T>
struct B {
  T value;
};
template <class T>
struct D : B<T> {
  T run(T x) { return this->value = x; }
};
int g(int x) { return D<int>().run(x); }
""",
    ),
    "temporary": (
        """
struct M {
  int n;
};
int take(M& m) { return m.n; }
int g(int x) { return take(M{x}); }  // expected-error {{no matching function for call to 'take'}}
""",
        """
struct M {
  int n;
};
int take(M& m) { return m.n; }
int g(int x) {
  M m{x};
  return take(m);
}
""",
    ),
}
