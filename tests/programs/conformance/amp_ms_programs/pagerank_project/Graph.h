#pragma once
#ifndef GRAPH_H_INCLUDED
#define GRAPH_H_INCLUDED

class CGraph
{
public:
    CGraph(int nVertices);
    virtual ~CGraph(void);
    void AddEdge(int nFrom, int nTo);
    void Rank(int nIterations, std::vector<float>& ranks) const;
    __declspec(property(get = GetVertexCount)) int VertexCount;
    int GetVertexCount(void) const { return m_nVertices; }

private:
    int m_nVertices;
    std::vector<std::vector<int> > m_incoming;
    std::vector<int> m_outDegree;
};

#endif
