#pragma once

//
// Command line and defaults. One for the whole program.
//
class CSettings
{
public:
    static CSettings& Instance();

    bool Parse(int argc, _TCHAR* argv[]);

    int Width() const { return m_nWidth; }
    int Height() const { return m_nHeight; }
    int Steps() const { return m_nSteps; }
    double Viscosity() const { return m_dViscosity; }
    double Force() const { return m_dForce; }
    const std::wstring& Picture() const { return m_strPicture; }

    __declspec(property(get = GetOmega)) double Omega;
    double GetOmega() const { return 1.0 / (3.0 * m_dViscosity + 0.5); }

private:
    CSettings();
    CSettings(const CSettings&);
    CSettings& operator=(const CSettings&);

    bool ParseNumber(const std::wstring& strArgument, const wchar_t* pszName, int& nValue);

    int m_nWidth;
    int m_nHeight;
    int m_nSteps;
    double m_dViscosity;
    double m_dForce;
    std::wstring m_strPicture;
};

#define theSettings CSettings::Instance()
