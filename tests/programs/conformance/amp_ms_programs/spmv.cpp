// rows: amp.ms.programs
#include <amp.h>
#include <vector>
#include <memory>
#include <tchar.h>
#include <iostream>
template <typename T> class csr_matrix;
template <typename T> std::vector<T> multiply(const csr_matrix<T>& m, const std::vector<T>& x);

template <typename T>
class csr_matrix
{
public:
    typedef T value_type;
    typedef std::vector<T> values_t;
    typedef std::vector<int> indices_t;
    csr_matrix(int rows, int cols) : m_rows(rows), m_cols(cols), m_row_ptr(1) {}
    template <class Fn> void build(Fn fn)
    {
        for (int r = 0; r < m_rows; r++)
        {
            for (int c = 0; c < m_cols; c++)
            {
                T v = fn(r, c);
                if (v != T(0)) { m_values.push_back(v); m_columns.push_back(c); }
            }
            m_row_ptr.push_back(m_values.size());
        }
    }
    int rows() const { return m_rows; }
    values_t m_values;
    indices_t m_columns, m_row_ptr;
    friend std::vector<T> multiply<>(const csr_matrix<T>&, const std::vector<T>&);
private:
    int m_rows, m_cols;
};

template <class M> struct traits { typedef typename M::values_t::value_type element; typedef typename M::indices_t::const_iterator walker; };

template <typename T> std::vector<T> multiply(const csr_matrix<T>& m, const std::vector<T>& x)
{
    using namespace concurrency;
    std::vector<T> y(m.m_rows);
    array_view<const T> val(m.m_values.size(), m.m_values), vx(x.size(), x);
    array_view<const int> col(m.m_columns.size(), m.m_columns), ptr(m.m_row_ptr.size(), m.m_row_ptr);
    array_view<T> vy(y.size(), y);
    vy.discard_data();
    parallel_for_each(vy.extent, [=](index<1> row) restrict(amp)
    {
        T sum = 0;
        for (int k = ptr[row]; k < ptr[row + 1]; ++k) sum += val[k] * vx[col[k]];
        vy[row] = sum;
    });
    vy.synchronize();
    return y;
}
template <class M> traits<M>::element reference(const M& m, const std::vector<traits<M>::element>& x, int row)
{
    traits<M>::element s = 0;
    traits<M>::walker c = m.m_columns.begin() + m.m_row_ptr[row];
    for (int k = m.m_row_ptr[row]; k < m.m_row_ptr[row + 1]; ++k, ++c) s += m.m_values[k] * x[*c];
    return s;
}
int _tmain(int argc, _TCHAR* argv[])
{
    csr_matrix<double> m(70, 50);
    m.build([](int r, int c) -> double { return (r * 7 + c * 3) % 11 == 0 ? r - c + 0.5 : 0; });
    std::vector<double> x(50, 1.5);
    x[3] = -2;
    if (!concurrency::accelerator().supports_double_precision) { std::cout << "skipped\n"; return 0; }
    std::vector<double> y = multiply(m, x);
    for (int r = 0; r < 70; r++) if (y[r] != reference(m, x, r)) { std::cout << r << "\n"; return 1; }
    return 0;
}
