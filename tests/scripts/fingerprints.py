"""Runs every row of tests/golden/fingerprints.csv and compares the fingerprint.

A fingerprint hashes start and end times, placements and outcomes in whole numbers: it moves only when a
decision or a time moves. The tests named in the row derive the same behaviour by hand; the golden only
says that nothing else moved. Change it with tools/bless.py --reason "...".
"""

import csv
import json
import os
import pathlib
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
podsim = sys.argv[1] if len(sys.argv) > 1 else os.environ["PODSIM_BINARY"]


def fingerprint(row):
    command = [podsim, "run", str(root / row["scenario"]), *shlex.split(row["arguments"])]
    done = subprocess.run(command + ["--format", "json", "--quiet"], capture_output=True, text=True)
    if done.returncode not in (0, 4):  # a broken gate is a result too
        sys.exit(f"{row['name']}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)["fingerprint"]


def rows():
    with open(root / "tests/golden/fingerprints.csv", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    moved = [(row, now) for row in rows() if (now := fingerprint(row)) != row["fingerprint"]]
    for row, now in moved:
        print(f"{row['name']}: {row['fingerprint']} -> {now} (derived in {row['derivation']})")
    sys.exit(1 if moved else 0)
