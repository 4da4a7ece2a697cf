#pragma once

//
// Which of the two maths libraries a kernel uses. fast_math has single precision only.
//
struct FastMath
{
    static const wchar_t* Name() { return L"fast_math"; }
    static float Exp(float x) restrict(amp) { return fast_math::expf(x); }
    static float Log(float x) restrict(amp) { return fast_math::logf(x); }
    static float Sqrt(float x) restrict(amp) { return fast_math::sqrtf(x); }
    static float Abs(float x) restrict(amp) { return fast_math::fabsf(x); }
};

struct PreciseMath
{
    static const wchar_t* Name() { return L"precise_math"; }

    template <typename T> static T Exp(T x) restrict(amp) { return precise_math::exp(x); }
    template <typename T> static T Log(T x) restrict(amp) { return precise_math::log(x); }
    template <typename T> static T Sqrt(T x) restrict(amp) { return precise_math::sqrt(x); }
    template <typename T> static T Abs(T x) restrict(amp) { return precise_math::fabs(x); }
};

struct CpuMath
{
    static const wchar_t* Name() { return L"CPU"; }

    template <typename T> static T Exp(T x) { return std::exp(x); }
    template <typename T> static T Log(T x) { return std::log(x); }
    template <typename T> static T Sqrt(T x) { return std::sqrt(x); }
    template <typename T> static T Abs(T x) { return std::fabs(x); }
};
