// rows: amp.2.1.trailing_return
// ptx: none
auto f(int x) restrict(cpu) -> int { return x; }
auto g(int x) restrict(cpu, amp) -> decltype(x + 1) { return x + 1; }
template <class T>
auto h(T x) restrict(cpu) -> T {
  return x;
}
struct s {
  auto get() const restrict(cpu) -> int { return 1; }
  static auto fixed() restrict(cpu) -> int;
  template <class T>
  auto same(T x) restrict(cpu) -> decltype(x) {
    return x;
  }
};
auto s::fixed() restrict(cpu) -> int { return 2; }

int main() { return f(0) + g(-1) + h(0) + s().get() + s::fixed() - s().same(3); }
