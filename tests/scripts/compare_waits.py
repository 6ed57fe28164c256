"""podsim's waits on the real Philly trace, job by job, beside independent_waits.py.

  compare_waits.py PODSIM

448 accelerators (56 nodes of 8), exact run times: all 82,247 waits must be equal under fcfs and under
easy-backfill. Then the rule is changed by one line, in both directions: on the first 10,000 rows and
256 accelerators many waits must differ, so that the comparison is known to see the rule. Exit 77:
skipped.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import independent_waits

SOURCE = Path(os.environ.get("PODSIM_SOURCE_DIR", Path(__file__).resolve().parents[2]))
SHARED = Path(os.environ.get("PODSIM_SHARED_DIR", SOURCE.parent / "shared"))
TRACE = SHARED / "traces/philly-sia/philly.csv"
JOBS = 82247
PREFIX = 10000


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def podsim_waits(podsim, queue, nodes, folder, trace):
    """{line: wait in ns}, from the jobs table of a run, to the microsecond."""
    import h5py
    out = Path(folder) / f"{queue}-{trace.stem}.h5"
    subprocess.run([podsim, "run", str(SOURCE / "scenarios/planning/philly.yaml"), "--trace", str(trace),
                    "--set", f"fleet.superpods[0].nodes={nodes}", "--set", f"policies.queue={queue}",
                    "--out", str(out), "--quiet"], check=True)
    with h5py.File(out, "r") as file:
        jobs = file["/tables/jobs"]
        lines, waits = jobs["line"][:], jobs["wait_s"][:]
    return {int(line): round(float(wait) * 1e6) * 1000 for line, wait in zip(lines, waits)}


def expected_waits(trace, queue, nodes, mutate=None):
    jobs = independent_waits.read_jobs(trace)
    waits = independent_waits.simulate(jobs, 8 * nodes, queue == "easy-backfill", mutate)
    return {job[3]: wait for job, wait in zip(jobs, waits)}


def differences(found, expected):
    assert found.keys() == expected.keys(), "not the same lines"
    return [line for line in sorted(found) if found[line] != expected[line]]


def main(podsim):
    if not TRACE.exists():
        skip(f"no {TRACE}")
    try:
        import h5py  # noqa: F401
    except ImportError:
        skip("python3-h5py is absent")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for queue in ("fcfs", "easy-backfill"):
            expected = expected_waits(TRACE, queue, 56)
            found = podsim_waits(podsim, queue, 56, folder, TRACE)
            wrong = differences(found, expected)
            print(f"{queue}: {len(found)} waits compared, {len(wrong)} differ, mean "
                  f"{sum(found.values()) / len(found) / 1e9:.3f} s")
            for line in wrong[:5]:
                print(f"  line {line}: podsim {found[line]} ns, the script {expected[line]} ns")
            failed |= bool(wrong) or len(found) != JOBS
        prefix = Path(folder) / "prefix.csv"
        with open(TRACE, encoding="utf-8") as whole:
            prefix.write_text("".join(next(whole) for _ in range(PREFIX + 1)), encoding="utf-8")
        found = podsim_waits(podsim, "easy-backfill", 32, folder, prefix)
        for mutate in (None, "never", "always"):
            wrong = differences(found, expected_waits(prefix, "easy-backfill", 32, mutate))
            print(f"easy-backfill, first {PREFIX} rows, extra reduced: {mutate or 'as written'}: "
                  f"{len(wrong)} waits differ")
            failed |= bool(wrong) != (mutate is not None)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
