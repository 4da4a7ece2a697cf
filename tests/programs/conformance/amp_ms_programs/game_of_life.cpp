// rows: amp.ms.programs
#include <amp.h>
#include <vector>
#include <iostream>
#include <windows.h>
using namespace std;
using namespace concurrency;

typedef unsigned int uint;
struct Rules { int low, high, birth; Rules() : low(2), high(3), birth(3) {} };

class Life
{
    array<int, 2> *m_current, *m_next;
    int m_w, m_h;
public:
    Life(int w, int h, vector<int>& start) : m_w(w), m_h(h)
    {
        m_current = new array<int, 2>(h, w, start.begin(), start.end());
        m_next = new array<int, 2>(h, w);
    }
    ~Life() { delete m_current; delete m_next; }
    void Step(const Rules rules)
    {
        const array<int, 2>& cur = *m_current;
        array<int, 2>& next = *m_next;
        const int W = m_w, H = m_h;
        parallel_for_each(next.extent, [=, &cur, &next](index<2> idx) restrict(amp)
        {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (dy || dx) n += cur((idx[0] + dy + H) % H, (idx[1] + dx + W) % W);
            next[idx] = cur[idx] ? (n >= rules.low && n <= rules.high) : n == rules.birth;
        });
        swap(m_current, m_next);
    }
    void Read(vector<int>& out) { copy(*m_current, out.begin()); }
};

void Reference(vector<int>& g, int W, int H, int steps)
{
    for (int s = 0; s < steps; s++) {
        vector<int> old(g);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                int n = 0;
                for (int k = 0; k < 9; k++)
                    if (k != 4) n += old[((y + k / 3 - 1 + H) % H) * W + (x + k % 3 - 1 + W) % W];
                g[y * W + x] = old[y * W + x] ? (n == 2 || n == 3) : n == 3;
            }
    }
}

int main()
{
    const int W = 50, H = 37, steps = 20;
    DWORD begin = GetTickCount();
    vector<int> grid(W * H);
    for (uint i = 0; i < grid.size(); i++) grid[i] = (i * 7919 / 13) % 3 == 0;
    vector<int> expected(grid), result(grid.size());
    Life life(W, H, grid);
    for (int s = 0; s < steps; s++) life.Step(Rules());
    life.Read(result);
    Reference(expected, W, H, steps);
    BOOL same = equal(result.begin(), result.end(), expected.begin()) ? TRUE : FALSE;
    cout << (same ? "ok" : "wrong") << " " << (GetTickCount() - begin >= 0) << endl;
    return same ? 0 : 1;
}
