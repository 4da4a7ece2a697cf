"""The names by which an API of Windows is known that no program has elsewhere.

Gives: tables of patterns, in which a star matches any letters. What ms_compat declares is no error.
"""

from __future__ import annotations

import re

_HEADERS = """
    d3d* dxgi* d2d* dwrite* dxerr* xnamath* directx* wingdi gdiplus* winuser commctrl commdlg shell*
    shlobj shlwapi winsock* ws2tcpip wininet afx* atl* comdef comutil oleauto ole2 wrl wrl/*
    tlhelp32 psapi dbghelp vfw mfapi mfidl strsafe richedit resource gl/glut xaudio2 wincodec
    collection
"""
_FAMILIES = {
    "Direct3D": """
        ID3D* D3D* IDXGI* DXGI_* XMMATRIX XMVECTOR XMFLOAT* XMMatrix* XMVector* XMLoad* XMStore*
        ID2D1* IDWrite* create_accelerator_view get_device get_buffer make_array get_texture
        make_texture is_timeout_disabled direct3d_*
    """,
    "GDI": """
        BITMAP HBITMAP HDC HBRUSH HPEN HFONT HGDIOBJ HPALETTE COLORREF
        PAINTSTRUCT SetPixel* GetPixel* BitBlt StretchBlt StretchDIBits SetDIBits* CreateDIB*
        CreateCompatible* CreateSolidBrush CreatePen CreateFont* SelectObject DeleteObject DeleteDC
        BeginPaint EndPaint GetDC ReleaseDC TextOut* LineTo MoveToEx FillRect Gdiplus InvalidateRect
        SRCCOPY
    """,
    "windows and messages": """
        HWND HINSTANCE HMODULE HICON HCURSOR HMENU HACCEL WNDCLASS* WNDPROC MSG LRESULT WPARAM
        LPARAM CALLBACK APIENTRY ATOM CreateWindow* RegisterClass* DefWindowProc* GetMessage*
        PeekMessage* DispatchMessage* TranslateMessage PostQuitMessage PostMessage* SendMessage*
        ShowWindow UpdateWindow DestroyWindow MessageBox* SetWindowText* GetClientRect LoadCursor*
        LoadIcon* LoadString* LoadAccelerators* WM_* WS_* VK_* SW_* IDC_* IDI_* IDM_* CS_* MB_*
        CW_USEDEFAULT SetTimer GetAsyncKeyState WinMain wWinMain _tWinMain
    """,
    "COM": """
        CoInitialize* CoUninitialize CoCreateInstance CoTaskMem* IUnknown CComPtr ComPtr _com_* BSTR
        VARIANT IWIC* IStream __uuidof
    """,
    "MFC and ATL": """
        CWinApp* CDialog* CString* CFrameWnd* CWnd* CPoint CRect AFX* Afx* afx_msg CAtl*
        BEGIN_MESSAGE_MAP END_MESSAGE_MAP DECLARE_MESSAGE_MAP CArray CView CDocument CDC ATL*
    """,
    "files, processes and the system": """
        CreateFile* ReadFile* WriteFile* FindFirstFile* FindNextFile* WIN32_FIND_DATA* LoadLibrary*
        GetProcAddress FreeLibrary CreateProcess* RegOpen* RegQuery* RegSet* GetModuleFileName*
        MapViewOfFile* VirtualAlloc* GetSystemInfo SYSTEM_INFO OVERLAPPED WSA* SOCKET
        GlobalMemoryStatus* MEMORYSTATUS* SetThread* GetLogicalProcessor* EXCEPTION_*
    """,
}


def _pattern(names: str) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(name).replace(r"\*", ".*") for name in names.split()))


_KNOWN = {family: _pattern(names) for family, names in _FAMILIES.items()}
_KNOWN_HEADERS = _pattern(_HEADERS.lower())


def is_windows_header(name: str) -> bool:
    """Is it one of Windows', by its name or the end of its path?"""
    stem = re.sub(r"\.(?:h|hpp|inl)$", "", name.replace("\\", "/").lower())
    return any(_KNOWN_HEADERS.fullmatch(part) for part in (stem, stem.rpartition("/")[2]))


def family_of(name: str) -> str | None:
    """The part of Windows that the name belongs to."""
    return next((family for family, known in _KNOWN.items() if known.fullmatch(name)), None)
