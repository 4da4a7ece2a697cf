// rows: amp.2.whole_programs
// A tokenizer, a stack machine and a bytecode interpreter inside kernels: switch, enums, goto-free machines,
// function objects.
#include <amp.h>
#include <cstring>
#include <string>
#include <vector>
#include "check.hpp"
using namespace concurrency;
namespace vm {
namespace ops {
enum opcode : int { nop, push, add, sub, mul, dup, swp, jmp, jz, load, store, halt, COUNT };
}
using namespace ops;
struct insn {
  opcode op;
  int arg;
};
template <typename T, int CAP>
class stack {
  T data_[CAP];
  int top_;

 public:
  stack() restrict(amp, cpu) : top_(0) {}
  void push(const T& x) restrict(amp, cpu) {
    if (top_ < CAP) data_[top_++] = x;
  }
  T pop() restrict(amp, cpu) { return top_ > 0 ? data_[--top_] : T(); }
  const T& top() const restrict(amp, cpu) { return data_[top_ - 1]; }
  bool empty() const restrict(amp, cpu) { return !top_; }
  int size() const restrict(amp, cpu) { return top_; }
  static const int capacity = CAP;
};
template <class Code>
int run(const Code& code, int n, int seed, int fuel = 10000) restrict(amp, cpu) {
  stack<int, 16> s;
  int reg[4] = {seed, 0, 0, 0};
  int pc = 0;
  for (;;) {
    if (pc < 0 || pc >= n || --fuel < 0) return -1;
    const insn i = code[pc++];
    switch (i.op) {
      case nop:
        continue;
      case push:
        s.push(i.arg);
        break;
      case add: {
        int b = s.pop(), a = s.pop();
        s.push(a + b);
      } break;
      case sub: {
        const int b = s.pop();
        const int a = s.pop();
        s.push(a - b);
        break;
      }
      case mul:
        s.push(s.pop() * s.pop());
        break;
      case dup:
        s.push(s.top());
        break;
      case swp: {
        int a = s.pop(), b = s.pop();
        s.push(a);
        s.push(b);
      } break;
      case jmp:
        pc = i.arg;
        break;
      case jz:
        if (s.pop() == 0) pc = i.arg;
        break;
      case load:
        s.push(reg[i.arg & 3]);
        break;
      case store:
        reg[i.arg & 3] = s.pop();
        break;
      case halt:
        return s.empty() ? 0 : s.pop();
      default:
        return -2;
    }
  }
}
}  // namespace vm
enum class st { start, number, space, done, error };
static st step(st s, int ch) restrict(amp, cpu) {
  switch (s) {
    case st::start:
    case st::space:
      return ch >= '0' && ch <= '9' ? st::number : ch == ' ' ? st::space : ch == 0 ? st::done : st::error;
    case st::number:
      if (ch >= '0' && ch <= '9') return s;
      if (ch == ' ') return st::space;
      return ch ? st::error : st::done;
    default:;
  }
  return s;
}
template <class Text>
static int sum_numbers(Text t, int from) restrict(amp, cpu) {
  st s = st::start;
  int sum = 0, cur = 0;
  do {
    int ch = t(from++);
    st n = step(s, ch);
    if (n == st::number)
      cur = cur * 10 + (ch - '0');
    else {
      sum += cur;
      cur = 0;
    }
    s = n;
  } while (s != st::done && s != st::error);
  return s == st::error ? -1 : sum;
}
int main() {
  using namespace vm;
  const insn prog[] = {{push, 1}, {store, 1}, {load, 0},  {jz, 13},  {load, 1},
                       {load, 0}, {mul, 0},   {store, 1}, {load, 0}, {push, 1},
                       {sub, 0},  {store, 0}, {jmp, 2},   {load, 1}, {halt, 0}};
  const int n = sizeof prog / sizeof *prog;
  std::vector<insn> code(prog, prog + n);
  std::vector<int> o(10);
  array_view<const insn> cv(n, code);
  array_view<int> ov(10, o);
  ov.discard_data();
  parallel_for_each(ov.extent, [=](index<1> i) restrict(amp) { ov[i] = run(cv, n, i[0]); });
  int f = 1;
  for (int i = 0; i < 10; ++i) {
    if (i) f *= i;
    CHECK(ov[i] == f && run(code, n, i) == f);
  }
  const char* lines[] = {"1 2 3", "", "10 x", "  42", "7 7 7 7 7"};
  std::vector<int> text, starts;
  for (const char* l : lines) {
    starts.push_back((int)text.size());
    for (size_t k = 0; k <= std::strlen(l); k++) text.push_back(l[k]);
  }
  array_view<const int> tv((int)text.size(), text), sv(5, starts);
  std::vector<int> r(5);
  array_view<int> rv(5, r);
  parallel_for_each(
      rv.extent, [=](index<1> i) restrict(amp) {
        auto at = [=](int k) restrict(amp) { return tv[k]; };
        rv[i] = sum_numbers(at, sv[i]);
      });
  const int want[] = {6, 0, -1, 42, 35};
  for (int i = 0; i < 5; ++i) CHECK(rv[i] == want[i]);
  return failures();
}
