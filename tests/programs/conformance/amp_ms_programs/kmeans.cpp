// rows: amp.ms.programs
#include <amp.h>
#include <amp_math.h>
#include <vector>
#include <iostream>
#include <float.h>
#include <windows.h>
#undef max
#undef min
using namespace concurrency;
using namespace std;

template <int D> struct point { float v[D]; };
template <int D> inline float distance2(const point<D>& a, const point<D>& b) restrict(amp, cpu)
{
    float s = 0;
    for (int d = 0; d < D; ++d) { const float t = a.v[d] - b.v[d]; s += t * t; }
    return s;
}

template <int D, int K> class KMeans
{
public:
    typedef point<D> Point;
    KMeans(const vector<Point>& points) : m_points(points), m_labels(points.size()) { for (int k = 0; k < K; k++) m_centers[k] = points[k * points.size() / K]; }
    template <class Assigner> int Run(Assigner assign, int rounds)
    {
        for (int r = 0; r < rounds; ++r)
        {
            assign(m_points, m_centers, m_labels);
            vector<int> count(K);
            Point sums[K];
            memset(sums, 0, sizeof(sums));
            for (size_t i = 0; i < m_points.size(); i++)
            {
                count[m_labels[i]]++;
                for (int d = 0; d < D; d++) sums[m_labels[i]].v[d] += m_points[i].v[d];
            }
            for (int k = 0; k < K; k++) if (count[k]) for (int d = 0; d < D; d++) m_centers[k].v[d] = sums[k].v[d] / count[k];
        }
        return rounds;
    }
    const vector<int>& Labels() const { return m_labels; }
    const Point& Center(int k) const { return m_centers[k]; }
private:
    vector<Point> m_points;
    vector<int> m_labels;
    Point m_centers[K];
};

template <int D, int K> void assign_amp(const vector<point<D>>& p, const point<D> (&c)[K], vector<int>& l)
{
    array_view<const point<D>> points((int)p.size(), p);
    array_view<const point<D>> centers(K, c);
    array_view<int> labels((int)l.size(), l);
    labels.discard_data();
    parallel_for_each(points.extent, [=](index<1> i) restrict(amp)
    {
        float best = FLT_MAX; int at = -1;
        for (int k = 0; k < K; k++)
        {
            float d = distance2<D>(points[i], centers[k]);
            if (d < best) best = d, at = k;
        }
        labels[i] = at;
    });
    labels.synchronize();
}
template <int D, int K> void assign_cpu(const vector<point<D>>& p, const point<D> (&c)[K], vector<int>& l)
{
    for (size_t i = 0; i < p.size(); i++) { float best = FLT_MAX; for (int k = 0; k < K; k++) { float d = distance2(p[i], c[k]); if (d < best) { best = d; l[i] = k; } } }
}

int main()
{
    typedef point<3> P;
    vector<P> pts(600);
    for (int i = 0; i < 600; i++) for (int d = 0; d < 3; d++) pts[i].v[d] = (float)((i % 4) * 50 + (i * (d + 3) * 7) % 9);
    KMeans<3, 4> a(pts), b(pts);
    LARGE_INTEGER t;
    ::QueryPerformanceCounter(&t);
    a.Run(assign_amp<3, 4>, 5);
    b.Run(&assign_cpu<3, 4>, 5);
    bool same = a.Labels() == b.Labels();
    cout << same << " " << a.Center(0).v[0] << endl;
    return same && distance2(a.Center(2), b.Center(2)) < 1e-3 ? 0 : 1;
}
