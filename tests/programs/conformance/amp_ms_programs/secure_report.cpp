// rows: amp.ms.programs
// The secure functions of the run-time library: rand_s, fopen_s, strcpy_s, strcat_s, _itoa_s, localtime_s.
#define _CRT_RAND_S
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <amp.h>
#include <amp_math.h>

using concurrency::array_view;
using concurrency::index;

#define COUNT 256

int main(int argc, char* argv[])
{
    float values[COUNT];
    for (int i = 0; i < COUNT; i++)
    {
        unsigned int number = 0;
        errno_t err = rand_s(&number);
        if (err != 0)
        {
            fprintf_s(stderr, "rand_s failed\n");
            return 1;
        }
        values[i] = (float)((double)number / ((double)UINT_MAX + 1.0)) * 4.0f;
    }
    float roots[COUNT];
    array_view<const float> in(COUNT, values);
    array_view<float> out(COUNT, roots);
    concurrency::parallel_for_each(out.extent, [=](index<1> i) restrict(amp) { out[i] = concurrency::precise_math::sqrt(in[i]); });
    out.synchronize();

    char line[80], digits[16];
    strcpy_s(line, sizeof(line), "values: ");
    _itoa_s(COUNT, digits, 10);
    strcat_s(line, digits);
    time_t now;
    time(&now);
    struct tm local;
    localtime_s(&local, &now);
    FILE* file = NULL;
    if (fopen_s(&file, "/dev/null", "w") != 0 || file == NULL)
        return 2;
    fprintf_s(file, "%s %d\n", line, local.tm_year + 1900);
    fclose(file);
    if (_stricmp(line, "VALUES: 256") != 0)
        return 3;
    for (int i = 0; i < COUNT; i++)
        if (fabs(roots[i] * roots[i] - values[i]) > 1e-4)
            return 4;
    return 0;
}
