#include "stdafx.h"
#include "BlackScholes.h"

template <typename T>
static T PriceOne(const COption<T>& o)
{
    typedef CpuMath Math;
    const T root = o.volatility * Math::Sqrt(o.maturity);
    const T d1 = (Math::Log(o.spot / o.strike) + (o.rate + T(0.5) * o.volatility * o.volatility) * o.maturity) / root;
    const T d2 = d1 - root;
    const T discounted = o.strike * Math::Exp(-o.rate * o.maturity);
    const T n1 = detail::CumulativeNormal<Math, T>(d1);
    const T n2 = detail::CumulativeNormal<Math, T>(d2);
    if (o.style == EuropeanCall)
        return o.spot * n1 - discounted * n2;
    return discounted * (T(1) - n2) - o.spot * (T(1) - n1);
}

template <typename T>
std::vector<T> CBlackScholesCpu<T>::Price(const std::vector<COption<T>>& portfolio)
{
    std::vector<T> prices(portfolio.size());
    parallel_for(size_t(0), portfolio.size(), [&](size_t i) { prices[i] = PriceOne(portfolio[i]); });
    return prices;
}

template class CBlackScholesCpu<float>;
template class CBlackScholesCpu<double>;
