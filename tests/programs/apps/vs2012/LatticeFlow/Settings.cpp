#include "stdafx.h"
#include "Settings.h"

CSettings::CSettings()
    : m_nWidth(96)
    , m_nHeight(64)
    , m_nSteps(60)
    , m_dViscosity(0.08)
    , m_dForce(1.0e-5)
{
}

CSettings& CSettings::Instance()
{
    static CSettings s_settings;
    return s_settings;
}

// "/width:256" and "-width:256".
bool CSettings::ParseNumber(const std::wstring& strArgument, const wchar_t* pszName, int& nValue)
{
    const size_t nLength = wcslen(pszName);
    if (_wcsnicmp(strArgument.c_str(), pszName, nLength) != 0)
        return false;
    nValue = _wtoi(strArgument.c_str() + nLength);
    return nValue > 0;
}

bool CSettings::Parse(int argc, _TCHAR* argv[])
{
    for (int i = 1; i < argc; i++)
    {
        std::wstring strArgument = argv[i];
        if (strArgument.empty() || (strArgument[0] != L'/' && strArgument[0] != L'-'))
            return false;
        strArgument.erase(0, 1);

        if (ParseNumber(strArgument, L"width:", m_nWidth) ||
            ParseNumber(strArgument, L"height:", m_nHeight) ||
            ParseNumber(strArgument, L"steps:", m_nSteps))
        {
            continue;
        }
        if (strArgument.compare(0, 8, L"picture:") == 0)
        {
            m_strPicture = strArgument.substr(8);
            continue;
        }
        return false;
    }
    return true;
}
