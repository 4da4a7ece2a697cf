// rows: amp.ms.programs
// flags: -DUNICODE -D_UNICODE
// Generic text: TCHAR, _T, _tcscmp, _ttoi, _stprintf_s; a table of function objects; a union; __super.
#include "stdafx.h"
#include <windows.h>
#include <tchar.h>
#include <iostream>
#include <amp.h>
using namespace concurrency;
using std::vector;

enum Operation : int { opAdd, opScale, opCount };

union Number
{
    float real;
    int bits;
};

class Base
{
public:
    Base(LPCTSTR name) : m_name(name) {}
    virtual ~Base() {}
    virtual void Run(vector<float>& data) = 0;
    const std::basic_string<TCHAR>& Name() const { return m_name; }

protected:
    std::basic_string<TCHAR> m_name;
};

class Apply : public Base
{
    typedef Base Inherited;
    Operation m_operation;
    float m_argument;

public:
    Apply(LPCTSTR name, Operation operation, float argument) : Inherited(name), m_operation(operation), m_argument(argument) {}
    virtual void Run(vector<float>& data) override
    {
        const Operation operation = m_operation;
        Number argument;
        argument.real = m_argument;
        array_view<float, 1> view(static_cast<int>(data.size()), data);
        parallel_for_each(view.extent, [=](index<1> i) restrict(amp)
        {
            switch (operation)
            {
            case opAdd: view[i] += argument.real; break;
            case opScale: view[i] *= argument.real; break;
            default: break;
            }
        });
        view.synchronize();
    }
};

int _tmain(int argc, TCHAR* argv[])
{
    const TCHAR* text = argc > 1 ? argv[1] : _T("3");
    vector<float> data(16, 1.0f);
    Base* steps[] = { new Apply(_T("add"), opAdd, (float)_ttoi(text)), new Apply(_T("scale"), opScale, 0.5f) };
    for (int i = 0; i < _countof(steps); ++i)
    {
        steps[i]->Run(data);
        TCHAR line[64];
        _stprintf_s(line, _countof(line), _T("%s: %.1f\n"), steps[i]->Name().c_str(), data[0]);
        std::wcout << line;
        if (_tcscmp(steps[i]->Name().c_str(), i ? _T("scale") : _T("add")) != 0 || _tcslen(line) < 5)
            return 1;
        delete steps[i];
    }
    return data[15] == 2.0f ? 0 : 2;
}
