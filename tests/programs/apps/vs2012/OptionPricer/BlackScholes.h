#pragma once

#include "Option.h"
#include "MathPolicy.h"

namespace detail
{
    // Abramowitz and Stegun 26.2.17.
    template <typename Math, typename T>
    T CumulativeNormal(T x) restrict(amp)
    {
        const T k = T(1) / (T(1) + T(0.2316419) * Math::Abs(x));
        const T poly = k * (T(0.319381530) + k * (T(-0.356563782) + k * (T(1.781477937)
            + k * (T(-1.821255978) + k * T(1.330274429)))));
        const T tail = T(0.39894228040143267794) * Math::Exp(T(-0.5) * x * x) * poly;
        return x >= T(0) ? T(1) - tail : tail;
    }

    template <typename Math, typename T>
    T CumulativeNormal(T x) restrict(cpu)
    {
        const T k = T(1) / (T(1) + T(0.2316419) * Math::Abs(x));
        const T poly = k * (T(0.319381530) + k * (T(-0.356563782) + k * (T(1.781477937)
            + k * (T(-1.821255978) + k * T(1.330274429)))));
        const T tail = T(0.39894228040143267794) * Math::Exp(T(-0.5) * x * x) * poly;
        return x >= T(0) ? T(1) - tail : tail;
    }
}

template <typename T, typename Math>
class CBlackScholesAmp : public IPricer<T>
{
public:
    explicit CBlackScholesAmp(const accelerator_view& view) : m_view(view) {}

    virtual std::wstring Name() const { return std::wstring(L"Black-Scholes, ") + Math::Name(); }

    virtual std::vector<T> Price(const std::vector<COption<T>>& portfolio)
    {
        std::vector<T> prices(portfolio.size());
        array_view<const COption<T>, 1> options(static_cast<int>(portfolio.size()), portfolio);
        array_view<T, 1> result(static_cast<int>(prices.size()), prices);
        result.discard_data();

        parallel_for_each(m_view, result.extent, [=](index<1> idx) restrict(amp)
        {
            const COption<T> o = options[idx];
            const T root = o.volatility * Math::Sqrt(o.maturity);
            const T d1 = (Math::Log(o.spot / o.strike) + (o.rate + T(0.5) * o.volatility * o.volatility) * o.maturity) / root;
            const T d2 = d1 - root;
            const T discounted = o.strike * Math::Exp(-o.rate * o.maturity);
            const T n1 = detail::CumulativeNormal<Math, T>(d1);
            const T n2 = detail::CumulativeNormal<Math, T>(d2);
            result[idx] = o.style == EuropeanCall
                ? o.spot * n1 - discounted * n2
                : discounted * (T(1) - n2) - o.spot * (T(1) - n1);
        });

        std::shared_future<void> done = result.synchronize_async();
        done.wait();
        return prices;
    }

private:
    accelerator_view m_view;
};

template <typename T>
class CBlackScholesCpu : public IPricer<T>
{
public:
    virtual std::wstring Name() const { return L"Black-Scholes, CPU"; }
    virtual std::vector<T> Price(const std::vector<COption<T>>& portfolio);
};
