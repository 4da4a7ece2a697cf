// rows: amp.ms.programs
#include "stdafx.h"
#include <amp.h>
#include <vector>
#include <limits>
using namespace concurrency;
using namespace std;

static const int INF = numeric_limits<int>::max() / 2;

template <class Policy> struct Graph : public Policy
{
    int n;
    vector<int> dist;
    Graph(int count) : n(count), dist(count * count, INF) { for (int i = 0; i < n; ++i) set(i, i, 0); }
    void set(int i, int j, int d) { dist[i * n + j] = d; }
    void solve() { prepare(); run(n, dist); finish(steps); }
};

struct Counting
{
    int steps;
    void prepare() { steps = 0; }
    void finish(int s) { printf("%d steps\n", s); }
};

struct Cpu : Counting
{
    void run(int n, vector<int>& d)
    {
        for (int k = 0; k < n; k++, steps++)
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
    }
};

struct Gpu : Counting
{
    void run(int n, vector<int>& d)
    {
        array_view<int, 2> g(n, n, &d[0]);
        for (int k = 0; k < n; k++, steps++)
            parallel_for_each(g.extent, [=](index<2> ij) restrict(amp)
            {
                int i = ij[0], j = ij[1];
                int via = g(i, k) + g(k, j);
                if (via < g(ij)) g(ij) = via;
            });
        g.synchronize();
    }
};

template <class P> Graph<P> make(int n)
{
    Graph<P> g(n);
    for (int i = 0; i < n; ++i) for (int s = 1; s < 5; s++) g.set(i, (i * s + 7) % n, 1 + (i * s) % 13);
    for (int i = 0; i < n; ++i) g.set(i, i, 0);
    return g;
}

int _tmain(int argc, _TCHAR* argv[])
{
    const int n = 48;
    Graph<Cpu> a = make<Cpu>(n);
    Graph<Gpu> b = make<Gpu>(n);
    a.solve(); b.solve();
    return a.dist == b.dist ? 0 : 1;
}
