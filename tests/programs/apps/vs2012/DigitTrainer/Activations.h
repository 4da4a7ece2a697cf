#pragma once

//
// Activations: value and slope, the slope as a function of the value.
//
namespace activation
{
    struct Identity
    {
        static const wchar_t* Name() { return L"identity"; }
        template<typename T> static T Value(T x) restrict(cpu, amp) { return x; }
        template<typename T> static T Slope(T) restrict(cpu, amp) { return T(1); }
    };

    struct Rectifier
    {
        static const wchar_t* Name() { return L"rectifier"; }
        template<typename T> static T Value(T x) restrict(cpu, amp) { return x > T(0) ? x : T(0); }
        template<typename T> static T Slope(T y) restrict(cpu, amp) { return y > T(0) ? T(1) : T(0); }
    };

    struct Tanh
    {
        static const wchar_t* Name() { return L"tanh"; }
        static float Value(float x) restrict(cpu) { return std::tanh(x); }
        static float Value(float x) restrict(amp) { return concurrency::fast_math::tanh(x); }
        template<typename T> static T Slope(T y) restrict(cpu, amp) { return T(1) - y * y; }
    };

    struct Sigmoid
    {
        static const wchar_t* Name() { return L"sigmoid"; }
        static float Value(float x) restrict(cpu) { return 1.0f / (1.0f + std::exp(-x)); }
        static float Value(float x) restrict(amp) { return 1.0f / (1.0f + concurrency::fast_math::exp(-x)); }
        template<typename T> static T Slope(T y) restrict(cpu, amp) { return y * (T(1) - y); }
    };
}
