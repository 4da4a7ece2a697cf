// rows: amp.ms.programs
#include "stdafx.h"
#include <amp.h>
#include <string>
#include <vector>
#include <algorithm>
#include <cstdlib>
#include <ctime>
using namespace concurrency;
using std::vector;
using std::string;

enum { GAP = -2, MATCH = 3, MISMATCH = -1 };
typedef struct _Cell { int score; int dir; } Cell, *PCell;

inline int maxi(int a, int b) restrict(cpu, amp) { return (a > b) ? a : b; }
int Score(int a, int b) restrict(cpu, amp) { return a == b ? MATCH : MISMATCH; }

class Aligner
{
    const string &m_a, &m_b;
    vector<Cell> m_table;
public:
    Aligner(const string& a, const string& b) : m_a(a), m_b(b), m_table((a.size() + 1) * (b.size() + 1)) {}
    int RunCpu()
    {
        size_t w = m_b.size() + 1;
        for (size_t i = 0; i <= m_a.size(); ++i)
            for (size_t j = 0; j <= m_b.size(); ++j)
            {
                Cell& c = m_table[i * w + j];
                if (!i || !j) { c.score = (int)(i + j) * GAP; continue; }
                c.score = maxi(m_table[(i - 1) * w + j - 1].score + Score(m_a[i - 1], m_b[j - 1]), maxi(m_table[(i - 1) * w + j].score, m_table[i * w + j - 1].score) + GAP);
            }
        return m_table.back().score;
    }
    int RunAmp()
    {
        const int h = (int)m_a.length() + 1, w = (int)m_b.length() + 1;
        vector<int> a(m_a.begin(), m_a.end()), b(m_b.begin(), m_b.end());
        array_view<const int> va(h - 1, a), vb(w - 1, b);
        array_view<Cell, 2> table(h, w, m_table);
        table.discard_data();
        for (int d = 0; d < h + w - 1; d++)
        {
            int first = std::max(0, d - w + 1), last = std::min(d, h - 1);
            parallel_for_each(extent<1>(last - first + 1), [=](index<1> k) restrict(amp)
            {
                int i = first + k[0], j = d - i;
                if (i == 0 || j == 0) table(i, j).score = (i + j) * GAP;
                else
                {
                    int diag = table(i - 1, j - 1).score + Score(va[i - 1], vb[j - 1]);
                    int up = table[i - 1][j].score, left = table[i][j - 1].score;
                    table(i, j).score = maxi(diag, maxi(up, left) + GAP);
                }
                table[index<2>(i, j)].dir = 0;
            });
        }
        table.synchronize();
        return m_table[m_table.size() - 1].score;
    }
};

int _tmain(int argc, _TCHAR** argv, _TCHAR** envp)
{
    srand((unsigned)time(NULL));
    string a, b;
    for (int i = 0; i < 60; i++) a += "ACGT"[rand() % 4];
    for (int i = 0; i < 45; i++) b.push_back("ACGT"[rand() % 4]);
    Aligner x(a, b);
    int cpu = x.RunCpu(), amp = x.RunAmp();
    _tprintf(TEXT("%d %d %s\n"), cpu, amp, cpu == amp ? _T("same") : _T("different"));
    return cpu != amp;
}
