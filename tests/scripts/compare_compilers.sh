#!/usr/bin/env bash
# compare_compilers.sh PODSIM_A PODSIM_B: both binaries must give the same fingerprints and the same
# summaries (to the last digit: both resolve libm to the same library) on the same runs.
set -euo pipefail
a=$1
b=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
shared=${PODSIM_SHARED_DIR:-$root/../shared}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

runs=0
# compare NAME ARGUMENT...: one run by both binaries.
compare() {
  local name=$1 side binary
  shift
  for side in a b; do
    binary=${!side}
    "$binary" run "$@" --format json --quiet >"$work/$side.json" || {
      # A broken gate is a result too; anything else is a failure.
      [[ $? -eq 4 ]] || { echo "$name: $binary failed"; exit 1; }
    }
    grep -vE '"(wall_s|events_per_s|peak_rss_bytes|revision)"' "$work/$side.json" >"$work/$side.txt"
  done
  diff "$work/a.txt" "$work/b.txt" >"$work/diff" || {
    echo "$name: the two binaries differ"
    head -20 "$work/diff"
    exit 1
  }
  runs=$((runs + 1))
  echo "$name: $(grep -o '"fingerprint": "[0-9a-f]*"' "$work/a.json")"
}

for queue in fcfs sjf ljf priority easy-backfill conservative-backfill; do
  compare "quickstart, $queue" "$root/scenarios/quickstart.yaml" --set policies.queue=$queue
done
for placement in best-fit worst-fit pack-node random; do
  compare "quickstart, $placement" "$root/scenarios/quickstart.yaml" --set policies.placement=$placement
done
for arrivals in poisson diurnal gamma-bursty; do
  compare "synthetic, $arrivals" "$root/scenarios/planning/synthetic.yaml" \
    --set workload.synthetic.arrivals=$arrivals
done
if [[ -d $shared/traces ]]; then
  compare "philly, 448 accelerators" "$root/scenarios/planning/philly.yaml" \
    --trace "$shared/traces/philly-sia/philly.csv" --set 'fleet.superpods[0].nodes=56'
  compare "kth-sp2, easy-backfill" "$root/scenarios/planning/kth-sp2.yaml" \
    --trace "$shared/traces/swf/kth_sp2.swf" --set policies.queue=easy-backfill
  compare "openb" "$root/scenarios/planning/openb.yaml" \
    --trace "$shared/traces/alibaba-gpu-2023/openb_pod_list_default.csv" \
    --set "fleet.inventory=$shared/traces/alibaba-gpu-2023/openb_node_list_gpu_node.csv"
else
  echo "skipped: no ../shared (the real traces)"
fi
echo "$runs runs agree"
