"""Of device_checks.py: futures, task graphs, profiles, threads and fork."""

from __future__ import annotations

import asyncio
import concurrent.futures
import gc
import io
import json
import os
import threading
import weakref

import numpy as np
from check_kernels import launch, module, other_view

import hcpy


def check_future(view):
    y = np.ones(1000, np.float32)
    future = launch(view, hcpy.extent(1000), module(view).slow, 2000, y)
    future.wait()
    assert future.done() and future.result() is None and future.exception() is None
    assert 0 < future.begin <= future.end and future.duration == (future.end - future.begin) * 1e-9
    assert not future.cancel()


def check_concurrent_futures(view):
    y, slow = np.ones(1000, np.float32), module(view).slow
    futures = [launch(view, hcpy.extent(1000), slow, 100, y) for _ in range(4)]
    done, left = concurrent.futures.wait(futures, timeout=60)
    assert len(done) == 4 and not left
    assert {f.result() for f in concurrent.futures.as_completed(futures, timeout=60)} == {None}


def check_callbacks_and_then(view):
    y, called = np.ones(1000, np.float32), threading.Event()
    future = launch(view, hcpy.extent(1000), module(view).slow, 1000, y)
    future.add_done_callback(lambda f: called.set())
    following = future.then(lambda: float(y[0]))
    assert isinstance(following.result(timeout=60), float) and called.wait(60)
    failed = future.then(lambda: 1 // 0)
    assert isinstance(failed.exception(timeout=60), ZeroDivisionError)


def check_await(view):
    v, add = hcpy.array_view(np.zeros(100, np.int32)), module(view).add_one

    async def run():
        await launch(view, v.extent, add, v)
        await asyncio.gather(*(launch(view, v.extent, add, v) for _ in range(3)))
        return await launch(view, v.extent, add, v).then(lambda: "done")

    assert asyncio.run(run()) == "done" and (v.numpy() == 5).all()


def check_when_all(view):
    v, add = hcpy.array_view(np.zeros(100, np.int32)), module(view).add_one
    every = hcpy.when_all([launch(view, v.extent, add, v) for _ in range(5)])
    assert every.result(timeout=60) == [None] * 5 and (v.numpy() == 5).all()
    assert hcpy.when_all([]).result(timeout=60) == []


def check_after(view):
    one, two = view.accelerator.create_view(), view.accelerator.create_view()
    mod = module(view)
    y = np.ones(2000, np.float32)
    first = launch(one, hcpy.extent(2000), mod.slow, 5000, y)
    x = np.zeros(10, np.int32)
    second = launch(two, hcpy.extent(10), mod.add_one, x, after=[first])
    second.wait()
    assert first.done() and first.end <= second.end
    marker = one.create_marker(after=[second])
    marker.wait()
    done = concurrent.futures.Future()
    done.set_result(None)
    launch(two, hcpy.extent(10), mod.add_one, x, after=[done, marker]).wait()


def check_futures_keep_arrays(view):
    slow = module(view).slow
    futures = [launch(view, hcpy.extent(1000), slow, 500, np.ones(1000, np.float32)) for _ in range(20)]
    gc.collect()
    hcpy.when_all(futures).result(timeout=60)
    launch(view, hcpy.extent(1000), slow, 500, np.ones(1000, np.float32))
    view.wait()


def check_threads(view):
    mod, errors = module(view), []
    arrays = [np.zeros(3000, np.int32) for _ in range(4)]

    def work(array):
        try:
            mine = view.accelerator.create_view()
            v = hcpy.array_view(array)
            for _ in range(25):
                launch(mine, v.extent, mod.add_one, v)
            v.synchronize()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(a,)) for a in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and all((a == 25).all() for a in arrays)


def check_task_graph(view):
    mod, v = module(view), hcpy.array_view(np.zeros(300, np.int32))
    to = hcpy.array_view(np.zeros(300, np.int32))
    x, y = hcpy.array_view(np.ones(70, np.float32)), hcpy.array_view(np.zeros(70, np.float32))
    with hcpy.task_graph(view) as graph:
        launch(view, v.extent, mod.add_one, v)
        launch(view, v.extent, mod.twice, v, to)
    assert len(graph) == 2 and (v.numpy() == 0).all()
    graph.launch()
    graph.launch().wait()
    assert (v.numpy() == 2).all() and (to.numpy() == 4).all()
    v[...] = 10
    graph.launch().wait()
    assert (to.numpy() == 22).all()
    with graph:  # anew, and each launch with its own argument
        for number in range(50):
            launch(view, x.extent, mod.saxpy, number, x, y)
    assert len(graph) == 50
    graph.launch().wait()
    assert (y.numpy() == sum(range(50))).all() and (to.numpy() == 22).all()


def check_profile(view):
    mod, v = module(view), hcpy.array_view(np.zeros(5000, np.int32))
    with hcpy.profile() as profile:
        for _ in range(3):
            launch(view, v.extent, mod.add_one, v)
    path = view.accelerator.path
    kernels = [r for r in profile.records if (r.name, r.accelerator) == ("add_one", path)]
    assert len(kernels) == 3 and all(0 < r.begin <= r.end for r in kernels)
    assert "add_one" in profile.table() and path in profile.table()
    stream = io.StringIO()
    profile.chrome_trace(stream)
    events = json.loads(stream.getvalue())["traceEvents"]
    rows = {e["args"]["name"]: e["tid"] for e in events if e["ph"] == "M"}
    assert [(e["name"], e["tid"]) for e in events if e["ph"] == "X"].count(("add_one", rows[path])) == 3


def check_launched_again(view):
    """The same launch many times, with everything that may change between two of them."""
    mod, other = module(view), view.accelerator.create_view()
    x, y = hcpy.array_view(np.ones(500, np.float32)), hcpy.array_view(np.zeros(500, np.float32))
    shape = hcpy.extent(500)

    def run(a, at=view, over=shape, to=y):
        return launch(at, over, mod.saxpy, a, x, to)

    for _ in range(5):
        run(1.0)
    assert (y.numpy() == 5).all()
    for a in (2, 0.5, np.float32(0.25), np.int8(1), True + 1.25):
        run(a)
    assert (y.numpy() == 11).all()
    y[...] = 0  # from the host
    run(1.0).wait()
    run(1.0)
    x[...] = 3
    run(1.0)
    assert (y.numpy() == 5).all()
    run(1.0, at=other)
    run(1.0)
    run(1.0, at=other_view()) if view.accelerator.path == "host" else run(1.0)
    assert (y.numpy() == 14).all()
    run(1.0, over=hcpy.extent(10))
    run(1.0, over=10)
    run(1.0, over=10)
    assert (y.numpy()[:10] == 23).all() and (y.numpy()[10:] == 14).all()
    z = hcpy.array_view(np.zeros(500, np.float32))
    for _ in range(4):  # two sets of arrays in turn
        run(1.0, to=z)
        run(1.0)
    assert (z.numpy() == 12).all() and (y.numpy()[10:] == 26).all()
    for wrong in ("1", True, 1e39):
        try:
            run(wrong)
        except hcpy.ArgumentError:
            continue
        raise AssertionError(wrong)
    run(1.0, to=z)
    assert (z.numpy() == 15).all()


def check_launched_again_by_threads(view):
    mod, shape = module(view), hcpy.extent(100)
    x, y = hcpy.array_view(np.ones(100, np.float32)), hcpy.array_view(np.zeros(100, np.float32))

    def work(a):
        for _ in range(100):
            launch(view, shape, mod.saxpy, a, x, y)

    threads = [threading.Thread(target=work, args=(a,)) for a in (1.0, 2.0, 3.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (y.numpy() == 600).all(), y.numpy()


def check_launched_again_lets_arrays_go(view):
    host = np.zeros(100, np.int32)
    v, mod = hcpy.array_view(host), module(view)
    for _ in range(40):
        launch(view, v.extent, mod.add_one, v)
    view.wait()
    last = weakref.ref(v)
    del v
    gc.collect()
    assert last() is None and (host == 40).all()


def check_copies_come_before_other_queues_work(view):
    """The copy to an accelerator is made by one queue; another one waits for it."""
    one, two = view.accelerator.create_view(), view.accelerator.create_view()
    mod = module(view)
    for _ in range(5):
        x, y = hcpy.array_view(np.full(50000, 7, np.int32)), hcpy.array_view(np.zeros(50000, np.int32))
        x.synchronize_to(one)
        launch(two, x.extent, mod.twice, x, y).wait()
        assert (y.numpy() == 14).all()


def check_times_keep_the_order(view):
    """Whenever somebody asks: what came first ended no later."""
    one, two = view.accelerator.create_view(), view.accelerator.create_view()
    y, slow, futures = np.ones(500, np.float32), module(view).slow, []
    for number in range(12):
        after = futures[-1:] if number % 3 == 0 else []
        futures.append(launch((one, two)[number % 2], hcpy.extent(500), slow, 200, y, after=after))
        if number == 5:
            futures[2].wait()
    futures[-1].wait()
    futures[7].wait()
    ends = {number: futures[number].end for number in (9, 3, 11, 0, 7, 1, 10, 2, 8, 4, 6, 5)}
    assert all(0 < ends[n] <= ends[n + 1] for n in range(11)), ends
    assert all(0 < future.begin <= future.end for future in futures)


def check_fork(view):
    """A child of fork has the host accelerator alone."""
    v, add = np.zeros(100, np.int32), module(view).add_one
    kept = hcpy.array_view(np.zeros(100, np.int32))
    for _ in range(3):
        launch(view, 100, add, kept)
    launch(view, 100, add, v).wait()
    pending = launch(view, 100, add, kept)
    child = os.fork()
    if child == 0:
        result = 1
        try:
            mine = np.zeros(100, np.int32)
            launch(view, 100, add, mine).wait()
            result = 0 if view.accelerator.path == "host" and (mine == 1).all() else 2
        except hcpy.AcceleratorRemoved as error:
            refused = 0
            for action in (
                lambda: hcpy.accelerator(view.accelerator.path).create_view(),
                lambda: launch(view, 100, add, kept),
                view.create_marker,
                view.wait,
                pending.wait,
                kept.numpy,
            ):
                try:
                    action()
                except hcpy.AcceleratorRemoved:
                    refused += 1
            result = 0 if "forked" in str(error) and refused == 6 else 10 + refused
        finally:
            os._exit(result)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    launch(view, 100, add, v).wait()
    view.wait()
    gc.collect()
    assert (v == 2).all() and (kept.numpy() == 4).all()
