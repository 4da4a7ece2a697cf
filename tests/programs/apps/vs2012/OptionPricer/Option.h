#pragma once

enum OptionStyle { EuropeanCall, EuropeanPut };

//
// A contract and its market. Plain data: it is copied to the accelerator in arrays.
//
template <typename T>
struct COption
{
    T spot;
    T strike;
    T rate;
    T volatility;
    T maturity;
    int style;
    int padding;

    T Intrinsic(T price) const restrict(cpu, amp)
    {
        const T value = style == EuropeanCall ? price - strike : strike - price;
        return value > T(0) ? value : T(0);
    }
};

typedef COption<float> FloatOption;
typedef COption<double> DoubleOption;

// Contracts around the money; the same for each run.
template <typename T>
std::vector<COption<T>> MakePortfolio(int count)
{
    std::mt19937 engine(4711);
    std::vector<COption<T>> portfolio(count);
    for (int i = 0; i < count; i++)
    {
        auto uniform = [&engine](double low, double high) -> T
        {
            return static_cast<T>(low + (high - low) * (engine() / 4294967296.0));
        };
        COption<T>& option = portfolio[i];
        option.spot = uniform(80, 120);
        option.strike = uniform(80, 120);
        option.rate = uniform(0.01, 0.06);
        option.volatility = uniform(0.1, 0.5);
        option.maturity = uniform(0.25, 2.0);
        option.style = i % 2 ? EuropeanPut : EuropeanCall;
        option.padding = 0;
    }
    return portfolio;
}

//
// A pricer gives one value for each contract.
//
template <typename T>
class IPricer
{
public:
    virtual ~IPricer() {}
    virtual std::wstring Name() const = 0;
    virtual std::vector<T> Price(const std::vector<COption<T>>& portfolio) = 0;
};
