"""Where openb's pods go when all come at time 0 and none ends; knows nothing of podsim.

  independent_packing.py PODS.csv NODES.csv [EVERY KINDS]

Prints "placed waiting typed_waiting". The rule: pods in the order of the file, a pod that does not fit is
passed over; the first node by row that has its CPUs, memory and devices; the lowest device indices that
have its share. With EVERY, each EVERY-th pod that asks for a GPU must lie on one of KINDS (V100M16|T4).
"""
import csv
import sys


def pack(pods, nodes, every=0, kinds=()):
    with open(nodes, newline="") as file:
        fleet = [{"kind": n["model"], "cpu": int(n["cpu_milli"]), "mib": int(n["memory_mib"]),
                  "free": [1000] * int(n["gpu"])} for n in csv.DictReader(file)]
    gpu_pods = placed = waiting = typed_waiting = 0
    with open(pods, newline="") as file:
        for pod in csv.DictReader(file):
            gpus, milli, cpu, mib = (int(pod[k]) for k in ("num_gpu", "gpu_milli", "cpu_milli", "memory_mib"))
            gpu_pods += gpus > 0
            typed = every and gpus and gpu_pods % every == 0
            for node in fleet:
                if (typed and node["kind"] not in kinds) or node["cpu"] < cpu or node["mib"] < mib:
                    continue
                devices = [at for at, free in enumerate(node["free"]) if free >= milli][:gpus]
                if len(devices) < gpus:
                    continue
                for at in devices:
                    node["free"][at] -= milli
                node["cpu"] -= cpu
                node["mib"] -= mib
                placed += 1
                break
            else:
                waiting += 1
                typed_waiting += bool(typed)
    return placed, waiting, typed_waiting


if __name__ == "__main__":
    rule = (int(sys.argv[3]), sys.argv[4].split("|")) if len(sys.argv) > 3 else ()
    print(*pack(sys.argv[1], sys.argv[2], *rule))
