// DigitTrainer.cpp : Defines the entry point for the console application.
//

#include "stdafx.h"
#include "CpuNetwork.h"
#include "Network.h"
#include "Timer.h"

namespace
{
    const int Batch = 40;

    accelerator PickAccelerator()
    {
        vector<accelerator> all = accelerator::get_all();
        accelerator best;
        for_each(all.begin(), all.end(), [&best](const accelerator& acc)
        {
            wcout << L"  " << acc.description << (acc.is_emulated ? L" (emulated)" : L"") << endl;
            if (!acc.is_emulated && acc.dedicated_memory > best.dedicated_memory)
                best = acc;
        });
        return best;
    }

    bool Near(const vector<float>& a, const vector<float>& b, float tolerance, LPCTSTR what)
    {
        if (a.size() != b.size())
            return false;
        float worst = 0;
        for (size_t i = 0; i < a.size(); ++i)
            worst = max(worst, fabs(a[i] - b[i]));
        _tprintf(_T("  %s: differs by %.2e\n"), what, worst);
        return worst < tolerance;
    }

    // A first epoch on few samples, weight by weight against the CPU.
    template<typename Hidden>
    bool CheckAgainstCpu(const accelerator& acc)
    {
        const DataSet data = DataSet::Make(2 * Batch, 1);
        const TrainingOptions options = { 0.1f, 0.9f, 1e-4f };
        Network network(acc, DataSet::Pixels, Batch);
        network.Add<Hidden>(37, 11).Add<activation::Identity>(DataSet::Classes, 12);
        CpuNetwork cpu(DataSet::Pixels);
        cpu.Add<Hidden>(37, Network::InitialWeights(DataSet::Pixels, 37, 11));
        cpu.Add<activation::Identity>(DataSet::Classes, Network::InitialWeights(37, DataSet::Classes, 12));

        const EpochResult result = network.Train(data, options);
        const double loss = cpu.Train(data, Batch, options);
        wcout << L"check with " << Hidden::Name() << L": loss " << setprecision(5) << result.loss << L", CPU " << loss << endl;
        bool right = fabs(result.loss - loss) < 1e-4;
        for (size_t i = 0; i < network.Depth; ++i)
        {
            right &= Near(network[i].Weights(), cpu[i].weights, 1e-4f, _T("weights"));
            right &= Near(network[i].Biases(), cpu[i].biases, 1e-4f, _T("biases"));
        }
        return right;
    }
}

int _tmain(int argc, _TCHAR* argv[])
{
    int epochs = 6;
    if (argc > 1)
        epochs = _ttoi(argv[1]);

    try
    {
        wcout << L"accelerators:" << endl;
        const accelerator acc = PickAccelerator();
        if (acc == accelerator(accelerator::direct3d_ref))
            wcout << L"warning: the reference device is slow" << endl;

        bool right = CheckAgainstCpu<activation::Sigmoid>(acc);
        right = CheckAgainstCpu<activation::Tanh>(acc) && right;
        right = CheckAgainstCpu<activation::Rectifier>(acc) && right;

        const DataSet train = DataSet::Make(1200, 5), test = DataSet::Make(400, 6);
        Network network(acc, DataSet::Pixels, Batch);
        network.Add<activation::Rectifier>(64, 1).Add<activation::Tanh>(32, 2).Add<activation::Identity>(DataSet::Classes, 3);
        network.Print(wcout);

        double total = 0;
        TrainingOptions options = { 0.1f, 0.9f, 1e-4f };
        for (int epoch = 0; epoch < epochs; ++epoch)
        {
            ScopeTimer timer(total);
            const EpochResult result = network.Train(train, options);
            wprintf(L"epoch %2d: loss %.4f, %d of %d wrong\n", epoch, result.loss, result.wrong, train.Count);
            options.rate *= 0.9f;
        }
        const int wrong = network.Wrong(test);
        wprintf(L"%.1f ms; test: %d of %d wrong\n", total, wrong, test.Count);
        right = right && wrong < test.Count / 10;
        _putts(right ? _T("PASSED: the network has learnt the digits") : _T("FAILED"));
        return right ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    catch (const concurrency::runtime_exception& e)
    {
        cerr << "FAILED: " << e.what() << " (" << hex << e.get_error_code() << ")" << endl;
    }
    return EXIT_FAILURE;
}
