"""Kernels that break on the host accelerator: the work fails with the kernel's name; nothing else does."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import Command

SOURCE = r"""#include <hc.hpp>
#include <cstdio>
#include <string>
int deep(int n, volatile int* sink) [[hc]] {
  volatile int place[64];
  place[n % 64] = n;
  return n < 0 ? 0 : deep(n + 1, place) + place[(n + 1) % 64] + *sink;
}
template <class Call> void report(const char* what, Call call) {
  try {
    call();
    std::printf("%s: nothing\n", what);
  } catch (const hc::runtime_exception& e) {
    std::printf("%s: %s\n", what, e.what());
  }
}
int main() {
  hc::array_view<int> data(64), other(64);
  hc::accelerator_view view = hc::accelerator().get_default_view();
  int* wild = reinterpret_cast<int*>(8);
  int zero = 0;
  report("wild", [&] { hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    data[i] = *wild;  // line 23
  }).wait(); });
  report("zero", [&] { hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    data[i] = 7 / (i[0] - 5 + zero);  // line 26
  }).get(); });
  report("trap", [&] { hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    if (i[0] == 9) __builtin_trap();  // line 29
  }).wait(); });
  report("deep", [&] { hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    int start = 0;
    data[i] = deep(i[0], &start);
  }).wait(); });
  // What depends on the failed work fails with it, also behind the caller's back; the rest goes on.
  hc::completion_future bad = hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    data[i] = *wild;
  });
  hc::completion_future reader = hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] {
    other[i] = data[i];
  });
  hc::completion_future marker = view.create_marker();
  report("reader", [&] { reader.wait(); });
  report("marker", [&] { marker.wait(); });
  report("bad", [&] { bad.wait(); });
  report("again", [&] { bad.wait(); });
  hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] = i[0]; }).wait();
  hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] { other[i] = 2 * data[i]; }).wait();
  // A failure that nobody waited for is thrown by the view, or where the data are read.
  hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] { other[i] = *wild; });
  report("view", [&] { view.wait(); });
  hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] { other[i] = *wild; });
  report("read", [&] { other.synchronize(); });
  hc::parallel_for_each(data.get_extent(), [=](hc::index<1> i) [[hc]] { other[i] = 2 * data[i]; }).wait();
  std::printf("last: %d %d\n", data[63], other[63]);
}
"""


@pytest.fixture(scope="module")
def program(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults")
    (folder / "faults.cpp").write_text(SOURCE)
    hcc.ok("--targets=host", "-O2", "faults.cpp", "-o", "faults", cwd=folder)
    return folder / "faults"


def run(program: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host", **environment}
    return subprocess.run([program], env=env, capture_output=True, text=True, timeout=60, check=False)


def test_each_fault_is_the_works_error(program: Path) -> None:
    done = run(program)
    assert done.returncode == 0, done.stdout + done.stderr
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    kernels = {
        "wild": ("faults.cpp:22:", "wild address (0x8)"),
        "zero": ("faults.cpp:25:", "division by zero"),
        "trap": ("faults.cpp:28:", "a trap"),
        "deep": ("faults.cpp:31:", "wild address"),
        "reader": ("faults.cpp:36:", "wild address (0x8)"),
        "marker": ("faults.cpp:36:", "wild address (0x8)"),
        "bad": ("faults.cpp:36:", "wild address (0x8)"),
        "again": ("faults.cpp:36:", "wild address (0x8)"),
        "view": ("faults.cpp:50:", "wild address"),
        "read": ("faults.cpp:52:", "wild address"),
    }
    for what, (place, why) in kernels.items():
        assert place in said[what] and why in said[what], (what, said[what])
        assert said[what].startswith("kernel '"), said[what]
    assert said["last"] == "63 126"
    assert done.stderr == ""


def test_the_signals_can_be_left_to_a_debugger(program: Path) -> None:
    assert run(program, HCPY_HOST_SIGNALS="0").returncode < 0


# Faults on the host accelerator between what other code does with the same signals.
BESIDE = r"""#include <hc.hpp>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
sigjmp_buf back;
volatile sig_atomic_t own_faults = 0;
void own(int) { own_faults = own_faults + 1; siglongjmp(back, 1); }
void own_with_info(int, siginfo_t*, void*) { own_faults = own_faults + 1; siglongjmp(back, 1); }
const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
void use_own() {
  for (int s : caught) std::signal(s, own);
}
void use_own_with_info() {
  struct sigaction action{};
  action.sa_sigaction = own_with_info;
  action.sa_flags = SA_SIGINFO;
  for (int s : caught) sigaction(s, &action, nullptr);
}
void list() {
  for (const hc::accelerator& a : hc::accelerator::get_all()) static_cast<void>(a.get_device_path());
}
void use_opencl() {
  for (const hc::accelerator& a : hc::accelerator::get_all()) {
    if (a.get_device_path().find(L"opencl") != 0) continue;
    hc::accelerator_view view = hc::accelerator(a).get_default_view();
    hc::array<int> data(hc::extent<1>(8), view);
    hc::parallel_for_each(view, data.get_extent(), [&](hc::index<1> i) [[hc]] { data[i] = i[0]; }).wait();
    std::printf("opencl ");
  }
}
int broken(int divisor, int* wild, const char* what) {
  hc::array_view<int> data(64);
  try {
    hc::accelerator_view view = hc::accelerator(L"host").get_default_view();
    if (!std::strcmp(what, "wild"))
      hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] { data[i] = *wild; }).wait();
    else if (!std::strcmp(what, "zero"))
      hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] {
        data[i] = 7 / (i[0] - 5 + divisor);
      }).wait();
    else
      hc::parallel_for_each(view, data.get_extent(), [=](hc::index<1> i) [[hc]] {
        if (i[0] == 9 + divisor) __builtin_trap();
      }).wait();
    return 1;
  } catch (const hc::runtime_exception&) {
    return 0;
  }
}
int all_broken() {
  int missed = 0;
  int* const wild = reinterpret_cast<int*>(8);
  for (const char* what : {"wild", "zero", "trap", "wild"}) missed += broken(0, wild, what);
  return missed;
}
void rest() {  // libhcrt looks at the signals once in a while
  timespec time{0, 1000000};
  nanosleep(&time, nullptr);
}
// A fault of the program's own, outside kernels, must reach its handler.
int own_fault_is_ours() {
  const int before = own_faults;
  for (int round = 0; round < 3; ++round)
    if (!sigsetjmp(back, 1)) *reinterpret_cast<volatile int*>(16) = 1;
  if (!sigsetjmp(back, 1)) std::raise(SIGFPE);
  return own_faults != before + 4;
}
int main(int, char** arguments) {
  const std::string steps = arguments[1];
  int missed = 0;
  for (char step : steps) {
    if (step == 'k') missed += all_broken();
    if (step == 'l') list();
    if (step == 'o') use_opencl();
    if (step == 's') use_own();
    if (step == 'i') use_own_with_info();
    if (step == 'f') missed += own_fault_is_ours();
    rest();
  }
  std::printf("missed %d\n", missed);
  return missed != 0;
}
"""


@pytest.fixture(scope="module")
def beside(hcc: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("beside")
    (folder / "beside.cpp").write_text(BESIDE)
    hcc.ok("--targets=host,spirv", "-O2", "beside.cpp", "-o", "beside", cwd=folder)
    return folder / "beside"


# k: kernels that break; l: lists all accelerators, which loads the OpenCL drivers; o: runs a kernel on them;
# s, i: installs handlers of the program's own; f: faults of the program's own code.
@pytest.mark.parametrize(
    "steps", ["k", "lk", "kl", "klk", "ok", "kok", "sk", "ik", "kskf", "lskf", "slkf", "oskfkikf", "kikflkok"]
)
def test_faults_beside_other_handlers(beside: Path, steps: str) -> None:
    done = subprocess.run(
        [beside, steps],
        env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.split()[-2:]) == (0, ["missed", "0"]), done.stdout + done.stderr


@pytest.mark.parametrize("steps", ["", "k", "lk", "ok"])
def test_a_fault_of_the_program_still_ends_it(beside: Path, steps: str) -> None:
    """Without its own handler: by the signal, as ever."""
    done = subprocess.run(
        [beside, steps + "f"],
        env={**os.environ, "HCPY_DEFAULT_ACCELERATOR": "host"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode < 0, done.stdout
