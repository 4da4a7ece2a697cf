#pragma once

// Noisy, shifted pictures of ten digits, 12 x 12.
struct DataSet
{
    enum { Side = 12, Pixels = Side * Side, Classes = 10 };

    vector<float> pixels;
    vector<int> labels;

    int get_Count() const { return static_cast<int>(labels.size()); }
    __declspec(property(get = get_Count)) int Count;

    static DataSet Make(int count, unsigned int seed);
};
