"""What wrong input gets: one exception of a documented class, whose text names the parameter as C++ has
it.
"""

from __future__ import annotations

import functools
import pickle
import re

import numpy as np
import pytest
from conftest import opencl_environment
from python_support import on_host, python  # noqa: F401

import hcpy
from hcpy.runtime.memory import aligned_zeros

SOURCE = """
#include <complex>
struct Pair { int a; float b; };
void saxpy(hc::index<1> i, float a, const float* x, float* y) [[hc]] { y[i[0]] += a * x[i[0]]; }
void view2(hc::index<2> i, hc::array_view<const double, 2> from, hc::array_view<double, 2> to) [[hc]] {
  to[i] = from[i];
}
void numbers(hc::index<1> i, short s, unsigned u, bool b, Pair p) [[hc]] {}
void tiled(hc::tiled_index<1> t, float* x) [[hc]] {}
void turned(hc::index<1> i, std::complex<float> by, std::complex<float>* x) [[hc]] { x[i[0]] *= by; }
void takes_reference(hc::index<1> i, int& x) [[hc]] {}
void not_marked(hc::index<1> i, int* x) {}
template <class T, int N = 1> void fill(hc::index<N> i, hc::array_view<T, N> v, T t) [[hc]] { v[i] = t; }
namespace deep { void saxpi(hc::index<1> i) [[hc]] {} }
#include <hc_short_vector.hpp>
void fours(hc::index<1> i, hc::short_vector::float_4* x, hc::short_vector::float_3* y) [[hc]] {
  x[i[0]].x = y[i[0]].x;
}
void offset(hc::index<1> i, float* x, float by = 1, int times = 2) [[hc]] {}
"""
X, Y = np.ones(8, np.float32), np.ones(8, np.float32)
A, B = np.ones((4, 4)), np.ones((4, 4))
LATE = aligned_zeros((9,), np.dtype("f4"))[1:].reshape(2, 4)


@functools.cache
def module() -> hcpy.Module:
    return hcpy.compile(SOURCE, name="bad.cpp")


def fails(kind: type[Exception], text: str, kernel: str, shape: object, *arguments: object) -> None:
    with pytest.raises(kind, match=re.escape(text)) as caught:
        hcpy.parallel_for_each(shape, module()[kernel], *arguments)  # type: ignore[arg-type]
    assert isinstance(caught.value, hcpy.HcpyError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value) and str(again) == str(caught.value)


E1, E2 = hcpy.extent(8), hcpy.extent(4, 4)
X_PLACE = "argument 2 of 'saxpy', parameter 'const float * x': "
Y_PLACE = "argument 3 of 'saxpy', parameter 'float * y': "
TO_PLACE = "argument 2 of 'view2', parameter 'hc::array_view<double, 2> to': "


@pytest.mark.parametrize(
    "text, kernel, shape, arguments",
    [
        ("takes 3 arguments; given 2", "saxpy", E1, (1.0, X)),
        ("takes 3 arguments; given 4", "saxpy", E1, (1.0, X, Y, Y)),
        (X_PLACE + "takes elements of float32 (float); given float64", "saxpy", E1, (1.0, np.ones(8), Y)),
        ("array.astype(numpy.float32) converts it", "saxpy", E1, (1.0, np.ones(8), Y)),
        ("takes a complex number; given str 'i'", "turned", E1, ("i", np.ones(8, np.complex64))),
        ("(1e+39+0j) is out of the range of complex64", "turned", E1, (1e39, np.ones(8, np.complex64))),
        ("array.astype(numpy.complex64) converts it", "turned", E1, (1j, np.ones(8))),
        (X_PLACE + "takes elements of float32 (float); given int32", "saxpy", E1, (1.0, np.ones(8, "i4"), Y)),
        (X_PLACE + "takes elements of float32 (float); given float16", "saxpy", E1, (1, np.ones(8, "f2"), Y)),
        (X_PLACE + "kernels have no elements of dtype >f4", "saxpy", E1, (1.0, np.ones(8, ">f4"), Y)),
        (X_PLACE + "kernels know of no mask", "saxpy", E1, (1.0, np.ma.array(X, mask=True), Y)),
        ("takes 1 to 3 arguments; given 0", "offset", E1, ()),
        ("takes 1 to 3 arguments; given 4", "offset", E1, (X, 1.0, 2, 3)),
        ("argument 2 of 'offset', parameter 'float by': takes a number", "offset", E1, (X, X)),
        (X_PLACE + "kernels have no elements of dtype object", "saxpy", E1, (1.0, np.ones(8, object), Y)),
        (X_PLACE + "kernels have no elements of dtype |V0", "saxpy", E1, (1.0, np.ones(1, "V0"), Y)),
        (X_PLACE + "takes a contiguous array", "saxpy", E1, (1.0, np.ones(16, "f4")[::2], Y)),
        ("numpy.ascontiguousarray copies it", "saxpy", E1, (1.0, np.ones(16, "f4")[::2], Y)),
        (X_PLACE + "an array with strides of (-4,)", "saxpy", E1, (1.0, X[::-1], Y)),
        (X_PLACE + "takes an array_view or an array; given float 3.0", "saxpy", E1, (1.0, 3.0, Y)),
        (X_PLACE + "list has no memory to view", "saxpy", E1, (1.0, [1.0], Y)),
        ("'float a': takes a number; given str 'two'", "saxpy", E1, ("two", X, Y)),
        ("'float a': takes a number; given ndarray of float32", "saxpy", E1, (X, X, Y)),
        ("'float a': 1e+39 is out of the range of float32", "saxpy", E1, (1e39, X, Y)),
        ("'short s': 40000 is out of the range of int16", "numbers", E1, (40000, 1, True, (1, 2))),
        ("'unsigned int u': -1 is out of the range of uint32", "numbers", E1, (1, -1, True, (1, 2))),
        ("'short s': takes an integer; given float 1.5", "numbers", E1, (1.5, 1, True, (1, 2))),
        ("'bool b': takes True or False; given int 1", "numbers", E1, (1, 1, 1, (1, 2))),
        ("'Pair p': takes the members a, b; given dict", "numbers", E1, (1, 1, True, {"a": 1})),
        ("'Pair p': takes one record of numpy dtype", "numbers", E1, (1, 1, True, 7)),
        ("'Pair p': takes a record of dtype", "numbers", E1, (1, 1, True, np.zeros((), "i4,f8")[()])),
        ("takes an array of 2 dimensions; given shape (8,)", "view2", E2, (A, np.ones(8))),
        (TO_PLACE + "takes rows without gaps", "view2", E2, (A, np.ones((4, 8))[:, ::2])),
        ("float_4'), or of float32 where the last dimension is 4; given float32 of shape (4, 2)", "fours", E1,
         (X.reshape(4, 2), None)),
        ("float_3'), which are 16 bytes apart; given float32 of shape (8, 3)", "fours", E1,
         (None, np.ones((8, 3), "f4"))),
        ("aligned to 16 bytes; the array begins 4 bytes beyond", "fours", E1, (LATE, None)),
        ("parallel_for_each takes an hcpy.extent first, not ndarray", "saxpy", X, (1.0, X, Y)),
    ],
)  # fmt: skip
def test_arguments(text: str, kernel: str, shape: object, arguments: tuple[object, ...]) -> None:
    fails(hcpy.ArgumentError, text, kernel, shape, *arguments)


def test_an_ndarray_in_the_place_of_a_shape() -> None:
    with pytest.raises(hcpy.ArgumentError, match=r"array\(data=...\) copies an ndarray"):
        hcpy.array(np.ones((2, 3)))  # type: ignore[arg-type]


def test_read_only_array_that_a_kernel_writes() -> None:
    frozen = Y.copy()
    frozen.flags.writeable = False
    fails(
        hcpy.ArgumentError,
        Y_PLACE + "the kernel may write to it; given a read-only array",
        "saxpy",
        E1,
        1,
        X,
        frozen,
    )
    hcpy.parallel_for_each(E1, module().saxpy, 1, frozen, Y).wait()  # const float*: it may be read
    with pytest.raises(hcpy.ArgumentError, match=r"read-only"):
        hcpy.array_view(frozen)[0] = 1


@pytest.mark.parametrize(
    "text, kernel, shape",
    [
        ("takes an extent of rank 1; given hcpy.extent(4, 4)", "saxpy", E2),
        ("takes a tiled_extent of rank 1; given hcpy.extent(8)", "tiled", E1),
        ("takes an extent of rank 1; given hcpy.tiled_extent(hcpy.extent(8), 4)", "saxpy", E1.tile(4)),
    ],
)
def test_shapes(text: str, kernel: str, shape: hcpy.extent) -> None:
    fails(hcpy.DomainError, text, kernel, shape, 1.0, X, Y)


@pytest.mark.parametrize(
    "text, make",
    [
        ("an extent has 1, 2 or 3 dimensions, not 4", lambda: hcpy.extent(1, 2, 3, 4)),
        ("-1 work-items in a dimension", lambda: hcpy.extent(-1)),
        ("2147483648 work-items", lambda: hcpy.extent(2**31)),
        ("an extent is made of integers, not (1.5,)", lambda: hcpy.extent((1.5,))),
        ("an extent is made of integers, not 3.0", lambda: hcpy.extent(3.0)),  # type: ignore[arg-type]
        ("a tile of rank 2 for an extent of rank 1", lambda: hcpy.extent(8).tile(2, 2)),
        ("every dimension must be positive", lambda: hcpy.extent(8).tile(0)),
    ],
)
def test_extents(text: str, make: object) -> None:
    with pytest.raises(hcpy.DomainError, match=re.escape(text)):
        make()  # type: ignore[operator]


def test_tile_larger_than_the_extent() -> None:
    with pytest.raises(hcpy.DomainError, match=r"exceeds the compute grid extent"):
        hcpy.parallel_for_each(hcpy.extent(8).tile(16), module().tiled, X).wait()


def test_sections_outside() -> None:
    whole = hcpy.array_view(np.zeros((4, 4)))
    for origin, shape in (((2, 0), (3, 4)), ((-1, 0), (1, 1)), ((0, 0), (4,))):
        with pytest.raises(hcpy.ArgumentError, match=r"does not lie in a view of"):
            whole.section(origin, shape)


# --- names
# -------------------------------------------------------------------------------------------------------
def test_kernel_that_is_not_there() -> None:
    with pytest.raises(hcpy.KernelNotFound, match=r"no kernel 'k'; it has none: mark functions"):
        hcpy.compile("").k  # noqa: B018
    with pytest.raises(hcpy.KernelNotFound, match=r"no kernel 'saxpyy'; did you mean 'saxpy'\?"):
        module().saxpyy  # noqa: B018
    assert not hasattr(module(), "nothing_like_it")
    with pytest.raises(hcpy.KernelNotFound, match=r"function 'not_marked' is no kernel: mark it with"):
        module().not_marked  # noqa: B018


def test_kernel_with_a_parameter_that_python_cannot_give() -> None:
    text = "bad.cpp:11:6: kernel 'takes_reference': parameter 'int & x' can't be given from Python: it is"
    with pytest.raises(hcpy.KernelNotFound, match=text):
        module().takes_reference  # noqa: B018


def test_struct_that_is_not_there() -> None:
    with pytest.raises(hcpy.KernelNotFound, match=r"no struct 'Piar'; did you mean 'Pair'"):
        module().dtype("Piar")
    with pytest.raises(hcpy.KernelNotFound, match=r"struct Pair has no member 'c'"):
        module().struct("Pair", c=1)


def test_templates() -> None:
    fill = module().fill
    with pytest.raises(hcpy.TemplateError, match=r"needs its arguments in brackets"):
        hcpy.parallel_for_each(E1, fill, X, 1.0)
    with pytest.raises(
        hcpy.TemplateError, match=r"^bad.cpp:13:\d+: .* takes 1 to 2 arguments in brackets; given 3"
    ):
        fill["float", 1, 2]
    with pytest.raises(hcpy.TemplateError, match=r"not <class 'object'>"):
        fill[object]
    unknown = r"^bad.cpp:13:\d+: error: fill<Nothing>: .*(type name|undeclared identifier) 'Nothing'"
    with pytest.raises(hcpy.CompileError, match=unknown) as error:
        fill["Nothing"]
    assert all(d.location is not None and d.location.line == 13 for d in error.value.diagnostics)


def test_something_else_than_a_kernel() -> None:
    with pytest.raises(hcpy.ArgumentError, match=r"takes a kernel of an hcpy.Module, not function"):
        hcpy.parallel_for_each(E1, test_templates, X)  # type: ignore[arg-type]


# --- accelerators
# --------------------------------------------------------------------------------------------------
def test_accelerators_that_are_not_there() -> None:
    with pytest.raises(hcpy.AcceleratorNotFound, match=r"unknown accelerator 'gpu0'; use host, opencl"):
        hcpy.accelerator("gpu0")
    with pytest.raises(hcpy.AcceleratorNotFound, match=r"no such device; host has 1"):
        hcpy.accelerator("host:3")
    done = python("import hcpy; print(hcpy.accelerator('opencl'))", OCL_ICD_VENDORS="/nothing")
    assert "AcceleratorNotFound: accelerator 'opencl': the OpenCL loader finds no driver" in done.stderr
    done = python("import hcpy; print(hcpy.accelerator('cuda'))", HCPY_CUDA_LIBRARY="/nothing")
    assert "AcceleratorNotFound: accelerator 'cuda': the CUDA driver is missing (/nothing" in done.stderr


def test_packages_that_are_missing() -> None:
    """No device needs one; what is passed to other packages does."""
    code = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *a: None if name in ("pyopencl", "cuda.core") else find(name, *a)
import hcpy
print(sorted(hcpy.accelerator.why_not()))
assert hcpy.accelerator("host").native_context is None
for accelerator in hcpy.accelerator.get_all():
    if accelerator.info.backend == "opencl":
        try:
            accelerator.native_context
        except hcpy.BackendMissing as error:
            assert isinstance(error, ImportError)
            print(error)
"""
    done = python(code, HCPY_CUDA_LIBRARY="/nothing")
    assert done.returncode == 0, done.stderr
    needed = "native_context of an OpenCL accelerator needs the package pyopencl"
    if opencl_environment():
        command = "install it with: pip install 'pyopencl'"
        assert done.stdout.splitlines() == ["['cuda']", f"{needed}; {command}"], done.stdout


def test_default_accelerator_that_is_not_there() -> None:
    done = python("import hcpy; hcpy.accelerator()", HCPY_DEFAULT_ACCELERATOR="gpu")
    assert "AcceleratorNotFound: unknown accelerator 'gpu'" in done.stderr


# --- kernels that fail
# -----------------------------------------------------------------------------------------------
def test_wild_access_in_a_kernel() -> None:
    code = """
import hcpy, numpy as np
mod = hcpy.compile('void wild(hc::index<1> i, long* p) [[hc]] { p[1ll << 40] = i[0]; }', name="wild.cpp")
future = hcpy.parallel_for_each(hcpy.extent(1), mod.wild, np.zeros(4, np.int64))
for _ in range(2):
    try:
        future.result()
    except hcpy.KernelFailed as error:
        print("told:", error)
print(type(future.exception()).__name__)
"""
    done = python(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("told: ") == 2 and "'wild' at wild.cpp:1:6" in done.stdout
    assert done.stdout.endswith("KernelFailed\n")


def test_recorded_launches_do_not_run() -> None:
    with hcpy.task_graph() as graph:
        future = hcpy.parallel_for_each(E1, module().saxpy, 1.0, X, Y)
        with pytest.raises(hcpy.ArgumentError, match=r"does not run"):
            future.wait()
        with pytest.raises(hcpy.ArgumentError, match=r"records a task graph already"), graph:
            pass
        with pytest.raises(hcpy.ArgumentError, match=r"on another view"):
            other = hcpy.accelerator().create_view()
            hcpy.parallel_for_each(E1, module().saxpy, 1.0, X, Y, view=other)
    with pytest.raises(hcpy.ArgumentError, match=r"holds no launches"):
        hcpy.task_graph().launch()
    with pytest.raises(hcpy.HcpyError, match=r"a profile is running already"), hcpy.profile(), hcpy.profile():
        pass


def test_overloaded_kernels() -> None:
    """Their code is not to be guessed from the arguments: floats would go to the kernel of doubles."""
    mod = hcpy.compile(
        "void fill(hc::index<1> i, float* p) [[hc]] { p[i[0]] = 1; }\n"
        "void fill(hc::index<1> i, double* p) [[hc]] { p[i[0]] = 2; }\n"
        "void other(hc::index<1> i, int* p) [[hc]] { p[i[0]] = 3; }\n"
    )
    told = "kernel 'fill' is overloaded, at <string>:1:6 and <string>:2:6: give each its own name"
    with pytest.raises(hcpy.KernelNotFound, match=re.escape(told)):
        mod.fill  # noqa: B018
    assert mod.kernels == ["other"]
    out = np.zeros(2, np.int32)
    mod.other(2, out).wait()
    assert out.tolist() == [3, 3]


def test_the_header_that_declares_a_name() -> None:
    text = "void k(hc::index<1> i, hc::short_vector::float_4 by, float* p) [[hc]] { p[i[0]] = by.x; }"
    told = r"no member named 'short_vector' in namespace 'hc'; <hc_short_vector\.hpp> declares it"
    with pytest.raises(hcpy.CompileError, match=told) as caught:
        hcpy.compile(text)
    assert re.search(told, caught.value.diagnostics[0].message)
    hcpy.compile(f"#include <hc_short_vector.hpp>\n{text}")


def test_members_of_structs() -> None:
    place = "argument 4 of 'numbers', parameter 'Pair p': "
    for given, text in (
        ((3.7, 1.0), "member 'a' is of int32; given float 3.7"),
        (("x", 1.0), "member 'a' is of int32; given str 'x': it takes numbers"),
        ((1, None), "member 'b' is of float32; given NoneType None: it takes numbers"),
    ):
        fails(hcpy.ArgumentError, place + text, "numbers", E1, 1, 2, True, given)
    hcpy.parallel_for_each(E1, module().numbers, 1, 2, True, (3.0, 0.1)).wait()


def test_members_of_members() -> None:
    mod = hcpy.compile(
        "struct A { int n; float f; }; struct B { A a; A two[2]; int v[2]; };\n"
        "void k(hc::index<1> i, B b, int* p) [[hc]] { p[i[0]] = b.a.n; }"
    )
    out, a = np.zeros(1, np.int32), (1, 2)
    for given, text in (
        (((1, 2, 3), [a, a], [1, 2]), "member 'a' takes the members n, f; given tuple (1, 2, 3)"),
        (({"n": 1}, [a, a], [1, 2]), "member 'a' takes the members n, f; given dict"),
        (((1.5, 2), [a, a], [1, 2]), "member 'a.n' is of int32; given float 1.5"),
        (((1, 1e39), [a, a], [1, 2]), "member 'a.f': float 1e+39 is out of the range of float32"),
        ((a, [a], [1, 2]), "member 'two' takes 2 elements; given list [(1, 2)]"),
        ((a, [a, (1, "x")], [1, 2]), "member 'two[1].f' is of float32; given str 'x'"),
        ((a, [a, a], [1, 2, 3]), "member 'v' is of "),
        ((a, [a, a], [1, 2**40]), "member 'v' is of "),
    ):
        with pytest.raises(hcpy.ArgumentError, match=re.escape(text)):
            mod.k(1, given, out)
    with pytest.raises(hcpy.ArgumentError, match=r"^struct B: member 'a\.n' is of int32; given int 10"):
        mod.struct("B", a=(10**10, 0))
    with pytest.raises(hcpy.KernelNotFound, match=r"no struct 'C<int>'.*once a kernel's instance takes them"):
        mod.struct("C<int>")


def test_refused_scalar_does_not_stay() -> None:
    """A launch that is repeated keeps its packed arguments."""
    mod = hcpy.compile("void k(hc::index<1> i, int by, int* p) [[hc]] { p[i[0]] += by; }")
    out = hcpy.array_view(np.zeros(4, np.int32))
    for _ in range(3):
        mod.k(4, 3, out).wait()
    with pytest.raises(hcpy.ArgumentError):
        mod.k(4, 2**40, out)
    mod.k(4, 3, out).wait()
    assert out.numpy().tolist() == [12] * 4


def test_columns_that_numpy_calls_contiguous() -> None:
    mod = hcpy.compile("void k(hc::index<1> i, int* p) [[hc]] { p[i[0]] += 1; }")
    column = np.zeros((3, 1), np.int32, order="F")
    mod.k(3, column).wait()
    assert column.tolist() == [[1]] * 3


def test_task_graph_of_an_accelerator() -> None:
    mod = hcpy.compile("void k(hc::index<1> i, int* p) [[hc]] { p[i[0]] += 1; }")
    out = hcpy.array_view(np.zeros(3, np.int32))
    host = hcpy.accelerator("host")
    with hcpy.task_graph(host) as graph:
        mod.k(3, out, view=host)
    graph.launch().wait()
    assert out.numpy().tolist() == [1] * 3


@pytest.mark.parametrize("shape", ["four", (2, "x"), -1, (3, -2), 2.5])
def test_shapes_of_views(shape: object) -> None:
    with pytest.raises(hcpy.ArgumentError, match="neither a number of elements nor one for each dimension"):
        hcpy.array_view(shape=shape)  # type: ignore[arg-type]


def test_a_number_is_a_shape() -> None:
    assert hcpy.array_view(shape=4).shape == (4,)
    assert hcpy.array_view(np.arange(6), hcpy.extent(2, 3)).shape == (2, 3)
