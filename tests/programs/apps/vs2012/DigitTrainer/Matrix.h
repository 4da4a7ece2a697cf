#pragma once

//
// A matrix on the accelerator. Rows are samples, columns are units.
//
template<typename T>
class Matrix
{
public:
    typedef T value_type;

    Matrix(int rows, int cols, const accelerator_view& av)
        : m_data(new array<T, 2>(extent<2>(rows, cols), av))
    {
        Fill(T(0));
    }

    Matrix(int rows, int cols, const vector<T>& values, const accelerator_view& av)
        : m_data(new array<T, 2>(rows, cols, values.begin(), values.end(), av))
    {
    }

    Matrix(Matrix&& other) : m_data(move(other.m_data)) {}
    Matrix& operator=(Matrix&& other) { m_data = move(other.m_data); return *this; }

    int Rows() const { return m_data->extent[0]; }
    int Cols() const { return m_data->extent[1]; }
    extent<2> Extent() const { return m_data->extent; }

    array_view<T, 2> View() { return array_view<T, 2>(*m_data); }
    array_view<const T, 2> View() const { return array_view<const T, 2>(*m_data); }
    accelerator_view Where() const { return m_data->accelerator_view; }

    void Fill(T value)
    {
        array<T, 2>& data = *m_data;
        parallel_for_each(data.accelerator_view, data.extent, [&data, value](index<2> idx) restrict(amp)
        {
            data[idx] = value;
        });
    }

    void Set(const vector<T>& values)
    {
        _ASSERTE(values.size() == m_data->extent.size());
        copy(values.begin(), values.end(), *m_data);
    }

    vector<T> Get() const
    {
        vector<T> values(m_data->extent.size());
        copy(*m_data, values.begin());
        return values;
    }

private:
    Matrix(const Matrix&);
    Matrix& operator=(const Matrix&);

    unique_ptr<array<T, 2>> m_data;
};
