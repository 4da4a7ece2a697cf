// rows: amp.ms.programs
#include "stdafx.h"
#include <amp.h>
#include <stdlib.h>
#include <string.h>
#include <string>
using namespace concurrency;

#define ROTL(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define MIX(a, b, c) { a -= c; a ^= ROTL(c, 4); c += b; }
typedef unsigned int uint32_t_;
typedef unsigned __int64 ULL;

static inline uint32_t_ hash4(uint32_t_ word, uint32_t_ salt) restrict(amp, cpu)
{
    uint32_t_ a = 0xdeadbeef + salt, b = a ^ word, c = word * 2654435761;
    MIX(a, b, c); MIX(b, c, a); MIX(c, a, b);
    return a ^ b ^ c;
}

class Cracker
{
    accelerator_view m_view;
    array<int, 1> m_found;
public:
    Cracker(accelerator_view v = accelerator().create_view(queuing_mode_immediate)) : m_view(v), m_found(1, v) {}
    std::string Find(uint32_t_ target, uint32_t_ salt)
    {
        int none = -1;
        copy(&none, &none + 1, m_found);
        const int letters = 26, total = letters * letters * letters;
        parallel_for_each(m_view, extent<3>(letters, letters, letters), [=, &m_found = this->m_found](index<3> i) restrict(amp)
        {
            uint32_t_ w = ('a' + i[0]) | ('a' + i[1]) << 8 | ('a' + i[2]) << 16;
            if (hash4(w, salt) == target) atomic_exchange(&m_found[0], i[0] * letters * letters + i[1] * letters + i[2]);
        });
        std::vector<int> r = m_found;
        if (r[0] < 0 || r[0] >= total) return "";
        char text[4] = { char('a' + r[0] / 676), char('a' + r[0] / 26 % 26), char('a' + r[0] % 26), 0 };
        char copyOf[8];
        strcpy_s(copyOf, text);
        return copyOf;
    }
};

int _tmain(int argc, _TCHAR* argv[])
{
    const char* words[] = { "cat", "dog", "zzz", "aaa" };
    Cracker c;
    for each (const char* w in words)
    {
        uint32_t_ v = (unsigned char)w[0] | (unsigned char)w[1] << 8 | (unsigned char)w[2] << 16;
        std::string s = c.Find(hash4(v, 7), 7);
        _tprintf(_T("%hs -> %hs\n"), w, s.c_str());
        if (_stricmp(s.c_str(), w) != 0) return 1;
    }
    return 0;
}
