// rows: amp.ms.programs
// A small library in the style of boost: policies, kernels as typedef'd function objects, missing typenames.
#include "stdafx.h"
#include <amp.h>
#include <iostream>
#include <string>

namespace amplib
{
    namespace policies
    {
        struct add { template <class T> static T apply(const T& a, const T& b) restrict(cpu, amp) { return a + b; } template <class T> static T identity() restrict(cpu, amp) { return T(); } };
        struct largest { template <class T> static T apply(const T& a, const T& b) restrict(cpu, amp) { return a < b ? b : a; } template <class T> static T identity() restrict(cpu, amp) { return T(-1000000); } };
    }

    template <class T> struct traits { typedef T value_type; enum { tile = 64 }; };

    template <class T, class Policy>
    class tile_reducer
    {
    public:
        typedef traits<T>::value_type value_type;
        typedef concurrency::tiled_index<traits<T>::tile> index_type;

        tile_reducer(const concurrency::array_view<const T, 1>& in, const concurrency::array_view<T, 1>& out)
            : input(in), output(out) {}

        void operator()(index_type tidx) const restrict(amp)
        {
            tile_static T shared[traits<T>::tile];
            const int local = tidx.local[0];
            shared[local] = tidx.global[0] < input.extent[0] ? input[tidx.global] : Policy::identity<T>();
            tidx.barrier.wait_with_tile_static_memory_fence();
            for (int stride = traits<T>::tile / 2; stride > 0; stride /= 2)
            {
                if (local < stride)
                    shared[local] = Policy::apply(shared[local], shared[local + stride]);
                tidx.barrier.wait_with_tile_static_memory_fence();
            }
            if (local == 0)
                output[tidx.tile] = shared[0];
        }

    private:
        concurrency::array_view<const T, 1> input;
        concurrency::array_view<T, 1> output;
    };

    template <class Policy, class Container>
    typename Container::value_type reduce(const Container& values)
    {
        typedef Container::value_type T;
        const int tiles = ((int)values.size() + traits<T>::tile - 1) / traits<T>::tile;
        std::vector<T> partial(tiles);
        concurrency::array_view<T, 1> out(tiles, partial);
        out.discard_data();
        tile_reducer<T, Policy> kernel(concurrency::array_view<const T, 1>((int)values.size(), values), out);
        concurrency::parallel_for_each(concurrency::extent<1>(tiles * traits<T>::tile).tile<traits<T>::tile>(), kernel);
        out.synchronize();
        T total = Policy::identity<T>();
        for (std::vector<T>::const_iterator it = partial.begin(); it != partial.end(); ++it)
            total = Policy::apply(total, *it);
        return total;
    }
}

int main(int, char**)
{
    std::vector<int> numbers;
    for (int i = 0; i < 1000; ++i)
        numbers.push_back(i % 37);
    int sum = 0;
    for each (int n in numbers)
        sum += n;
    const bool ok = amplib::reduce<amplib::policies::add>(numbers) == sum && amplib::reduce<amplib::policies::largest>(numbers) == 36;
    std::cout << std::string(ok ? "passed" : "failed") << std::endl;
    return ok ? 0 : 1;
}
