#pragma once

class Timer
{
public:
    Timer() { ::QueryPerformanceFrequency(&m_frequency); Start(); }

    void Start() { ::QueryPerformanceCounter(&m_start); }

    double ElapsedMs() const
    {
        LARGE_INTEGER now;
        ::QueryPerformanceCounter(&now);
        return double(now.QuadPart - m_start.QuadPart) * 1000.0 / double(m_frequency.QuadPart);
    }

    __declspec(property(get = ElapsedMs)) double Elapsed;

private:
    LARGE_INTEGER m_frequency;
    LARGE_INTEGER m_start;
};

// Sums the time of its scope.
class ScopeTimer
{
public:
    explicit ScopeTimer(double& total) : m_total(total) {}
    ~ScopeTimer() { m_total += m_timer.Elapsed; }

private:
    ScopeTimer& operator=(const ScopeTimer&);

    double& m_total;
    Timer m_timer;
};
