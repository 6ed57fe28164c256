#!/usr/bin/env python3
"""Accepts the fingerprints as they are now and writes why into CHANGELOG "Numbers that move".

    tools/bless.py PODSIM --reason "EASY counts releases of the same instant"
"""

import argparse
import csv
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parents[1]
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("podsim")
parser.add_argument("--reason", required=True)
options = parser.parse_args()

sys.argv = ["fingerprints.py", options.podsim]
sys.path.insert(0, str(root / "tests/scripts"))
import fingerprints  # noqa: E402  (reads its binary from the arguments)

table = fingerprints.rows()
moved = []
for row in table:
    now = fingerprints.fingerprint(row)
    if now != row["fingerprint"]:
        moved.append(row["name"])
        row["fingerprint"] = now
if not moved:
    sys.exit("nothing moved")
with open(root / "tests/golden/fingerprints.csv", "w", newline="") as file:
    writer = csv.DictWriter(file, fieldnames=list(table[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
changelog = root / "CHANGELOG.md"
heading = "### Numbers that move\n"
text = changelog.read_text()
if heading not in text:
    sys.exit(f"CHANGELOG.md has no heading '{heading.strip()}'")
entry = f"\n- Fingerprints of {', '.join(moved)}: {options.reason}\n"
changelog.write_text(text.replace(heading, heading + entry, 1))
print("blessed:", ", ".join(moved))
