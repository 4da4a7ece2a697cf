// OptionPricer.cpp : three ways to price European options, on the accelerator and on the CPU.
//

#include "stdafx.h"
#include "BlackScholes.h"
#include "Binomial.h"
#include "MonteCarlo.h"

using namespace std;

// Accelerators that can be of use, the reference rasterizer and the CPU left out.
vector<accelerator> FindAccelerators()
{
    vector<accelerator> found;
    for (const accelerator& a : accelerator::get_all())
    {
        wcout << L"   " << left << setw(34) << a.description << (a.supports_double_precision ? L" double" : L"") << endl;
        if (a.device_path == accelerator::cpu_accelerator || a.device_path == accelerator::direct3d_ref)
            continue;
        if (a.is_emulated)
            continue;
        found.push_back(a);
    }
    if (found.empty())
        found.push_back(accelerator(accelerator::default_accelerator));
    return found;
}

template <typename T>
T LargestDifference(const vector<T>& a, const vector<T>& b)
{
    T largest = a.size() == b.size() ? T(0) : numeric_limits<T>::infinity();
    for (size_t i = 0; i < min(a.size(), b.size()); i++)
        largest = max(largest, abs(a[i] - b[i]));
    return largest;
}

class CReport
{
public:
    CReport() : m_passed(true) {}

    template <typename T>
    void Compare(const wstring& name, const vector<T>& prices, const vector<T>& reference, double tolerance)
    {
        const double difference = LargestDifference(prices, reference);
        const bool good = difference <= tolerance;
        wcout << left << setw(40) << name << right << setw(12) << difference << (good ? L"" : L"  <-- too far") << endl;
        m_passed = m_passed && good;
        m_differences.push_back(difference / tolerance);
    }

    bool Passed() const { return m_passed; }

    double Worst() const
    {
        return *max_element(m_differences.begin(), m_differences.end());
    }

private:
    bool m_passed;
    concurrent_vector<double> m_differences;
};

int wmain(int argc, const wchar_t* argv[])
{
    const int contracts = argc > 1 ? _wtoi(argv[1]) : 512;

    wcout << L"Accelerators:" << endl;
    const vector<accelerator> accelerators = FindAccelerators();
    accelerator chosen = accelerators.front();
    if (!accelerator::set_default(chosen.device_path))
        wcout << L"(the default accelerator is " << accelerator().description << L")" << endl;
    const accelerator_view view = accelerator().default_view;

    CReport report;
    try
    {
        const auto floats = MakePortfolio<float>(contracts);
        const vector<float> exact = CBlackScholesCpu<float>().Price(floats);

        vector<unique_ptr<IPricer<float>>> pricers;
        pricers.emplace_back(new CBlackScholesAmp<float, FastMath>(view));
        pricers.emplace_back(new CBlackScholesAmp<float, PreciseMath>(view));
        for (auto& pricer : pricers)
            report.Compare(pricer->Name(), pricer->Price(floats), exact, 1e-3);

        if (view.accelerator.supports_double_precision)
        {
            const auto doubles = MakePortfolio<double>(contracts);
            CBlackScholesAmp<double, PreciseMath> pricer(view);
            report.Compare(pricer.Name() + L" in double", pricer.Price(doubles),
                           CBlackScholesCpu<double>().Price(doubles), 1e-9);
        }

        const vector<FloatOption> some(floats.begin(), floats.begin() + contracts / 8);
        CBinomialAmp binomial(view);
        const vector<float> tree = binomial.Price(some);
        report.Compare(binomial.Name(), tree, CBinomialCpu().Price(some), 1e-2);
        report.Compare(L"binomial against Black-Scholes", tree, vector<float>(exact.begin(), exact.begin() + some.size()), 0.15);

        const vector<FloatOption> few(floats.begin(), floats.begin() + contracts / 32);
        CMonteCarlo simulation(accelerators, 4096, 8);
        const vector<float> simulated = simulation.Price(few);
        report.Compare(simulation.Name(), simulated, simulation.PriceOnCpu(few), 2e-2);
        report.Compare(L"Monte Carlo against Black-Scholes", simulated, vector<float>(exact.begin(), exact.begin() + few.size()), 3.0);
    }
    catch (const unsupported_feature& e)
    {
        cout << "not supported here: " << e.what() << endl;
        return 1;
    }
    catch (const concurrency::runtime_exception& e)
    {
        cout << e.what() << endl;
        return 1;
    }

    wcout << (report.Passed() ? L"PASSED" : L"FAILED") << L": worst difference is " << report.Worst() << L" of its tolerance" << endl;
    return report.Passed() ? 0 : 1;
}
