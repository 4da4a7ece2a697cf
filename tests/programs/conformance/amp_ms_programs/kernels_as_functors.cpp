// rows: amp.ms.programs
#include <amp.h>
#include <tchar.h>
#include <iostream>
#include <vector>
#include <string>
#include <typeinfo>
using namespace concurrency;

template <typename T, int Rank> struct Traits { typedef array_view<T, Rank> view; typedef array_view<const T, Rank> const_view; typedef index<Rank> idx; static const int rank = Rank; };

template <typename T, typename Op>
class ElementWise
{
    Traits<T, 2>::const_view m_a, m_b;
    Traits<T, 2>::view m_c;
    Op m_op;
public:
    ElementWise(const Traits<T, 2>::const_view& a, const Traits<T, 2>::const_view& b, const Traits<T, 2>::view& c, Op op) : m_a(a), m_b(b), m_c(c), m_op(op) {}
    void operator()(typename Traits<T, 2>::idx i) const restrict(amp) { m_c[i] = m_op(m_a[i], m_b[i]); }
    void Launch() { parallel_for_each(m_c.extent, *this); }
};
struct Add { template <class T> T operator()(T a, T b) const restrict(cpu, amp) { return a + b; } };
struct Sub { template <class T> T operator()(T a, T b) const restrict(cpu, amp) { return a - b; } };
struct Scaled { int k; Scaled(int k) : k(k) {} int operator()(int a, int b) const restrict(cpu, amp) { return a + k * b; } };

template <class Op> int Check(const char* name, Op op)
{
    std::vector<int> a(6 * 7), b(6 * 7), c(6 * 7);
    for (int i = 0; i < 42; i++) a[i] = i, b[i] = i * i;
    array_view<int, 2> va(6, 7, a), vb(6, 7, b), vc(6, 7, c);
    ElementWise<int, Op> e(va, vb, vc, op);
    e.Launch();
    parallel_for_each(vc.extent, ElementWise<int, Op>(vc, vb, vc, op));
    vc.synchronize();
    int bad = 0;
    for (int i = 0; i < 42; ++i) bad += c[i] != op(op(a[i], b[i]), b[i]);
    std::cout << name << " " << typeid(op).name() << ": " << bad << std::endl;
    return bad;
}
int _tmain() { return Check("add", Add()) + Check("sub", Sub()) + Check("scaled", Scaled(3)); }
