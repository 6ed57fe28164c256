"""Waits of a Philly-like trace on N accelerators, from the written rule alone; knows nothing of podsim.

  independent_waits.py TRACE.csv ACCELERATORS fcfs|easy-backfill [--first ROWS] [--mutate HOW]

Prints "line wait_in_ns" per job, in the order of the file. The rule, all by count, run times exact:
a job starts in the order (arrival, file row), a job that does not fit holds back those behind it; at
equal times a release comes before an allocation. EASY: a reservation for the head only; the shadow is
the earliest time that fits it; extra counts all releases at that instant; one scan in queue order; a
job starts if it ends by the shadow or fits in the extra, and only then is the extra reduced.
--mutate changes one line of it: the extra is `never` reduced, or `always`.
"""
import argparse
import csv
import heapq
from datetime import datetime
from decimal import Decimal

NS = 1_000_000_000


def read_jobs(path, first=0):
    """[(arrival ns, runtime ns, accelerators, line)] by (arrival, file row)."""
    jobs = []
    with open(path, newline="") as file:
        for line, row in enumerate(csv.DictReader(file), start=2):
            if first and line > first + 1:
                break
            stamp = datetime.fromisoformat(row["timestamp"]) - datetime(1970, 1, 1)
            arrival = (stamp.days * 86400 + stamp.seconds) * NS + stamp.microseconds * 1000
            jobs.append((arrival, int(Decimal(row["duration"]) * NS), int(row["num_gpus"]), line))
    return sorted(jobs, key=lambda job: job[0])  # stable: ties stay in file order


def reservation(running, free, size):
    """(shadow, extra) for a head of `size`."""
    ends = sorted(running)
    at = 0
    while free < size:
        shadow = ends[at][0]
        while at < len(ends) and ends[at][0] == shadow:
            free += ends[at][1]
            at += 1
    return shadow, free - size


def simulate(jobs, accelerators, easy, mutate=None):
    """The wait of each job in ns, by position in `jobs`."""
    waits = [None] * len(jobs)
    running, queue = [], []  # a heap of (end, accelerators); positions in queue order
    free, arrived = accelerators, 0
    while arrived < len(jobs) or running:
        now = min([end for end, _ in running[:1]] + [job[0] for job in jobs[arrived:arrived + 1]])
        while running and running[0][0] <= now:
            free += heapq.heappop(running)[1]
        while arrived < len(jobs) and jobs[arrived][0] <= now:
            queue.append(arrived)
            arrived += 1

        def start(job):
            waits[job] = now - jobs[job][0]
            heapq.heappush(running, (now + jobs[job][1], jobs[job][2]))

        head = 0
        while head < len(queue) and jobs[queue[head]][2] <= free:
            free -= jobs[queue[head]][2]
            start(queue[head])
            head += 1
        del queue[:head]
        if not easy or free == 0 or len(queue) < 2:
            continue
        shadow, extra = reservation(running, free, jobs[queue[0]][2])
        left = queue[:1]
        for place in range(1, len(queue)):
            job = queue[place]
            runtime, size = jobs[job][1:3]
            by_shadow = now + runtime <= shadow
            if size > free or not (by_shadow or size <= extra):
                left.append(job)
                continue
            free -= size
            extra -= size if {None: not by_shadow, "never": False, "always": True}[mutate] else 0
            start(job)
            if free == 0:
                left.extend(queue[place + 1:])
                break
        queue = left
    return waits


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name, kind in {"trace": str, "accelerators": int, "queue": str, "--first": int}.items():
        parser.add_argument(name, type=kind)
    parser.add_argument("--mutate", choices=["never", "always"])
    args = parser.parse_args()
    table = read_jobs(args.trace, args.first)
    found = simulate(table, args.accelerators, args.queue == "easy-backfill", args.mutate)
    for number, wait in sorted((job[3], wait) for job, wait in zip(table, found)):
        print(number, wait)
