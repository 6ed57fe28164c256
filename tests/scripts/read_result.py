#!/usr/bin/env python3
"""A result file, read as its users read it: with h5py and with xarray, in three lines each.

usage: read_result.py PODSIM SOURCE_DIR; exits 77, naming the package, where one is absent.
"""
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

try:
    import h5py
except ImportError:
    print("skipped: python3-h5py is absent")
    sys.exit(77)
try:
    import h5netcdf  # noqa: F401  (xarray's engine)
except ImportError:
    print("skipped: python3-h5netcdf is absent")
    sys.exit(77)
try:
    import xarray
except ImportError:
    print("skipped: python3-xarray is absent")
    sys.exit(77)


def with_h5py(path):
    file = h5py.File(path)
    mean = file["tables/jobs/wait_s"][file["tables/jobs/state"].asstr()[:] == "completed"].mean()
    return mean, file["summary"].attrs["wait_s.mean"]


def with_xarray(path):
    jobs = xarray.open_dataset(path, engine="h5netcdf", group="tables/jobs")
    summary = xarray.open_dataset(path, engine="h5netcdf", group="summary")
    return float(jobs.wait_s.where(jobs.state == "completed").mean()), summary.attrs["wait_s.mean"]


def groups(path):
    """All groups of the file, the root included."""
    found = ["/"]
    with h5py.File(path) as file:
        file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Group) else None)
    return found


def check_group(path, name):
    """Opens and loads a group: no made-up dimensions, and units where there are numbers."""
    with xarray.open_dataset(path, engine="h5netcdf", group=name) as data:
        data.load()
        assert not [dim for dim in data.dims if str(dim).startswith("phony")], (name, data.dims)
        if name.startswith("series/"):
            assert data.value.dims == ("sample",) and data.value.attrs["units"], name
            assert set(data.value.coords) == {"time", "entity"}, (name, data.value.coords)
            assert data.time.attrs["units"] == "s" and bool((data.time.diff("sample") >= 0).all()), name
            assert int(data.entity.max()) < data.sizes["entity_name"], name
        if name.startswith("tables/"):
            assert list(data.dims) == [name.split("/")[1]], (name, data.dims)
            data.to_dataframe()


def write_result(podsim, source, path, garbage):
    """Runs the quickstart; fresh and freed memory holds `garbage`, which must show nowhere."""
    subprocess.run([podsim, "run", f"{source}/scenarios/quickstart.yaml", "--out", path, "--quiet"],
                   check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "MALLOC_PERTURB_": str(garbage)})


def main():
    podsim, source = sys.argv[1:3]
    if not Path(podsim).exists():
        print(f"skipped: {podsim} is not built")
        return 77
    warnings.simplefilter("error")  # xarray warns of dimensions that it had to make up
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/result.h5"
        write_result(podsim, source, path, 85)
        write_result(podsim, source, f"{folder}/again.h5", 170)
        assert Path(path).read_bytes() == Path(f"{folder}/again.h5").read_bytes(), "two runs, two files"
        for reader in (with_h5py, with_xarray):
            mean, stored = reader(path)
            print(f"{reader.__name__}: mean wait {mean:.6g} s; summary {stored:.6g} s")
            assert abs(mean - stored) <= 1e-9 * max(1.0, abs(stored)), (mean, stored)
        names = groups(path)
        assert {"/", "meta", "scenario", "summary", "tables/jobs", "series/jobs_waiting"} <= set(names), names
        for name in names:
            check_group(path, name)
        print(f"xarray opened {len(names)} groups")
    return 0


if __name__ == "__main__":
    sys.exit(main())
