// rows: amp.ms.programs
// A project of Visual Studio: a precompiled header with its targetver.h, a class with its own header,
// _tmain, Hungarian names.
#include "stdafx.h"
#include "graph.h"
#pragma comment(lib, "amp.lib")
#pragma warning(push)
#pragma warning(disable : 4996 4244)

using namespace concurrency;

CGraph::CGraph(int nVertices) : m_nVertices(nVertices), m_incoming(nVertices), m_outDegree(nVertices, 0)
{
}

CGraph::~CGraph(void)
{
}

void CGraph::AddEdge(int nFrom, int nTo)
{
    m_incoming[nTo].push_back(nFrom);
    m_outDegree[nFrom]++;
}

void CGraph::Rank(int nIterations, std::vector<float>& ranks) const
{
    std::vector<int> offsets(1, 0), sources;
    for each (const std::vector<int>& in in m_incoming)
    {
        sources.insert(sources.end(), in.begin(), in.end());
        offsets.push_back(static_cast<int>(sources.size()));
    }
    const int n = VertexCount;
    ranks.assign(n, 1.0f / n);
    array_view<const int, 1> first(n + 1, &offsets[0]), from(static_cast<int>(sources.size()), &sources[0]);
    array_view<const int, 1> degree(n, m_outDegree);
    array<float, 1> current(n, ranks.begin()), next(n);
    for (int i = 0; i < nIterations; i++)
    {
        array<float, 1>& a = i % 2 ? next : current;
        array<float, 1>& b = i % 2 ? current : next;
        parallel_for_each(a.extent, [=, &a, &b](index<1> v) restrict(amp)
        {
            float sum = 0.f;
            for (int e = first[v]; e < first[v + 1]; e++)
                sum += a[from[e]] / degree[from[e]];
            b[v] = 0.15f / n + 0.85f * sum;
        });
    }
    copy(nIterations % 2 ? next : current, ranks.begin());
}
#pragma warning(pop)

int _tmain(int argc, _TCHAR* argv[])
{
    UNREFERENCED_PARAMETER(argc);
    UNREFERENCED_PARAMETER(argv);
    CGraph graph(4);
    graph.AddEdge(0, 1);
    graph.AddEdge(1, 2);
    graph.AddEdge(2, 0);
    graph.AddEdge(3, 0);
    graph.AddEdge(3, 2);
    std::vector<float> ranks;
    graph.Rank(50, ranks);
    _tprintf(_T("%d vertices, rank of the first %.4f\n"), graph.VertexCount, ranks[0]);
    return ranks[0] > ranks[3] && ranks[3] > 0.037f && ranks[3] < 0.038f ? 0 : 1;
}
