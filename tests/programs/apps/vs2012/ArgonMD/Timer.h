#pragma once

//
// Wall clock based on QueryPerformanceCounter.
//
class Timer
{
public:
    Timer()
    {
        ::QueryPerformanceFrequency(&m_frequency);
        Reset();
    }

    void Reset()
    {
        m_start.QuadPart = 0;
        m_stop.QuadPart = 0;
    }

    void Start() { ::QueryPerformanceCounter(&m_start); }
    void Stop() { ::QueryPerformanceCounter(&m_stop); }

    // Milliseconds between Start() and Stop().
    double Elapsed() const
    {
        return 1000.0 * static_cast<double>(m_stop.QuadPart - m_start.QuadPart)
            / static_cast<double>(m_frequency.QuadPart);
    }

private:
    LARGE_INTEGER m_frequency;
    LARGE_INTEGER m_start;
    LARGE_INTEGER m_stop;

    Timer(const Timer&);
    Timer& operator=(const Timer&);
};

//
// Adds the time between construction and destruction to a total.
//
class ScopedTimer
{
public:
    explicit ScopedTimer(double& total) : m_total(total) { m_timer.Start(); }
    ~ScopedTimer()
    {
        m_timer.Stop();
        m_total += m_timer.Elapsed();
    }

private:
    double& m_total;
    Timer m_timer;

    ScopedTimer(const ScopedTimer&);
    ScopedTimer& operator=(const ScopedTimer&);
};
