// rows: amp.ms.programs
// An algorithms library over array_view, in the way of the STL.
#include <amp.h>
#include <amp_math.h>
#include <cassert>
#include <functional>
#include <iostream>
#include <iterator>
#pragma warning(disable: 4244 4996)

namespace amp_stl
{
    using namespace concurrency;
    namespace _details
    {
        template <typename T> struct remove_cr { typedef T type; };
        template <typename T> struct remove_cr<T&> { typedef T type; };
        template <typename T> struct remove_cr<const T&> { typedef T type; };
        static const int tile_max = 64;
        template <typename IndexType, typename Fn> void run(const accelerator_view& av, int n, const Fn& fn)
        {
            parallel_for_each(av, extent<1>(n), [=](index<1> i) restrict(amp) { fn(IndexType(i[0])); });
        }
        inline accelerator_view auto_view() { return accelerator::get_auto_selection_view(); }
    }
    template <typename V, typename Fn> void generate(V view, Fn fn)
    {
        _details::run<int>(_details::auto_view(), view.extent[0], [=](int i) restrict(amp) { view[i] = fn(); });
    }
    template <typename T, int R, typename U> void fill(const array_view<T, R>& v, const U& value)
    {
        parallel_for_each(v.extent, [=](index<R> i) restrict(amp) { v[i] = value; });
    }
    template <typename In, typename Out, typename Fn> void transform(const array_view<In, 1>& in, const array_view<Out, 1>& out, Fn fn)
    {
        out.discard_data();
        _details::run<index<1>>(_details::auto_view(), in.extent.size(), [=](index<1> i) restrict(amp) { out[i] = fn(in[i]); });
    }
    template <typename A, typename B, typename Out, typename Fn> void transform(const array_view<A, 1>& a, const array_view<B, 1>& b, const array_view<Out, 1>& out, Fn fn)
    {
        parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = fn(a[i], b[i]); });
    }
    template <int Tile, typename T, typename Fn> typename _details::remove_cr<T>::type reduce(const array_view<T, 1>& in, const Fn& fn)
    {
        const int n = in.extent[0], tiles = (n + Tile - 1) / Tile;
        std::vector<_details::remove_cr<T>::type> partial(tiles);
        array_view<_details::remove_cr<T>::type> pv(tiles, partial);
        pv.discard_data();
        parallel_for_each(in.extent.tile<Tile>().pad(), [=](tiled_index<Tile> t) restrict(amp)
        {
            tile_static _details::remove_cr<T>::type values[Tile];
            const int l = t.local[0], valid = direct3d::imin(Tile, n - t.tile_origin[0]);
            if (l < valid) values[l] = in[t.global];
            t.barrier.wait();
            for (int s = Tile / 2; s; s /= 2)
            {
                if (l < s && l + s < valid) values[l] = fn(values[l], values[l + s]);
                t.barrier.wait();
            }
            if (!l) pv[t.tile] = values[0];
        });
        pv.synchronize();
        return std::accumulate(partial.begin() + 1, partial.end(), partial[0], fn);
    }
    template <typename T> void iota(const array_view<T>& v, T start) { parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = start + (T)i[0]; }); }
    template <typename T> class plus { public: T operator()(const T& a, const T& b) const restrict(cpu, amp) { return a + b; } };
    template <typename T> class maximum { public: T operator()(const T& a, const T& b) const restrict(cpu, amp) { return a < b ? b : a; } };
    template <typename T> struct multiplies : public std::binary_function<T, T, T> { T operator()(const T& a, const T& b) const restrict(cpu, amp) { return a * b; } };
}
int main()
{
    using concurrency::array_view;
    std::vector<int> a(500), b(500), c(500);
    array_view<int> va(500, a), vb(500, b), vc(500, c);
    amp_stl::iota(va, 1);
    amp_stl::fill(vb, 2);
    amp_stl::transform(va, vb, vc, amp_stl::multiplies<int>());
    int sum = amp_stl::reduce<64>(vc, amp_stl::plus<int>());
    int most = amp_stl::reduce<32>(vc, amp_stl::maximum<int>());
    amp_stl::transform(vc, va, [](int x) restrict(amp) { return x / 2; });
    amp_stl::generate(vb, []() restrict(amp) -> int { return 42; });
    int back = amp_stl::reduce<16>(va, amp_stl::plus<int>());
    std::cout << sum << " " << most << " " << back << " " << vb[499] << std::endl;
    return sum == 250500 && most == 1000 && back == 125250 && vb[499] == 42 ? 0 : 1;
}
