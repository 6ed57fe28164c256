#!/usr/bin/env python3
"""The contract of the command line (DESIGN section 2), on the built program.

usage: cli_contract.py PODSIM [NAME...]; without names all checks run.
"""
import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from independent_packing import pack

SOURCE = Path(os.environ.get("PODSIM_SOURCE_DIR", Path(__file__).resolve().parents[2]))
TRACES = Path(os.environ.get("PODSIM_SHARED_DIR", SOURCE.parent / "shared")) / "traces"
PODSIM = sys.argv[1] if len(sys.argv) > 1 else os.environ["PODSIM_BINARY"]
QUICK = SOURCE / "scenarios/quickstart.yaml"
NOBODY = 65534

SMALL = """\
schema_version: 1
name: small
fleet: {superpods: [{node: dgx-h100, nodes: 2}]}
workload: {trace: {file: jobs.csv}}
"""
JOBS = "arrival,accelerators,runtime,requested\n0,8,100,200\n10,16,50,60\n20,4,30,10\n"


class Broken(AssertionError):
    pass


def expect(condition, *said):
    if not condition:
        raise Broken("; ".join(str(part) for part in said))


def podsim(*arguments, exit_code=0, cwd=None, **options):
    """Runs podsim; its stdout and stderr as texts."""
    done = subprocess.run([PODSIM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd,
                          timeout=300, **options)
    expect(done.returncode == exit_code, f"exit {done.returncode}, not {exit_code}", arguments,
           done.stdout[-500:], done.stderr[-500:])
    if exit_code == 2:
        expect(not done.stdout, "exit 2 with something on stdout", arguments, done.stdout[:200])
        expect(done.stderr, "exit 2 without a word", arguments)
    return done.stdout, done.stderr


def refuse_constant(name):
    raise Broken(f"{name} in the JSON")


def no_nulls(value, path=""):
    expect(value is not None, f"null at {path}")
    if isinstance(value, dict):
        for key, inner in value.items():
            no_nulls(inner, f"{path}.{key}")
    if isinstance(value, list):
        for index, inner in enumerate(value):
            no_nulls(inner, f"{path}[{index}]")


def parse(text):
    """The whole text is one JSON document without NaN, Infinity and null."""
    document = json.loads(text, parse_constant=refuse_constant)
    no_nulls(document)
    return document


def run_json(*arguments, exit_code=0, **options):
    return parse(podsim("run", *arguments, "--format", "json", exit_code=exit_code, **options)[0])


def write(folder, name, text):
    path = Path(folder) / name
    path.write_text(text)
    return path


def small(folder, more="", jobs=JOBS):
    write(folder, "jobs.csv", jobs)
    return write(folder, "small.yaml", SMALL + more)


# --- exit codes

def exit_0_and_4(folder):
    """A gate that holds exits 0; one that breaks exits 4, says so, and the result is kept."""
    scenario = small(folder, "expect: [jobs.submitted == 3]\n")
    done = run_json(scenario)
    expect(done["gates"] == [{"expr": "jobs.submitted == 3", "value": 3, "passed": True}], done["gates"])
    scenario = small(folder, "expect: [jobs.submitted == 3, jobs.completed >= 3]\n")
    out = Path(folder) / "broken.h5"
    done = run_json(scenario, "--out", out, exit_code=4)
    expect([gate["passed"] for gate in done["gates"]] == [True, False], done["gates"])
    expect(done["gates"][1]["value"] == 2, done["gates"])
    expect(out.exists(), "the result of a broken gate is not kept")
    text, said = podsim("run", scenario, exit_code=4)
    expect(re.search(r"BROKEN +jobs.completed >= 3 +2\n", text), text)
    expect("gate" in said, said)
    # A key that this run does not have breaks its gate; it has no value, not a null.
    scenario = small(folder, "expect: [energy.facility_kwh <= 5]\n")
    done = run_json(scenario, exit_code=4)
    expect(done["gates"] == [{"expr": "energy.facility_kwh <= 5", "passed": False}], done["gates"])


def exit_2_files(folder):
    """Wrong input exits 2; nothing is written, not even where a result stood."""
    out = Path(folder) / "result.h5"
    podsim("run", QUICK, "--quiet", "--out", out)
    before = out.read_bytes()
    podsim("run", QUICK, "--set", "plant.pue=0.5", "--out", out, exit_code=2)
    expect(out.read_bytes() == before, "exit 2 changed the old result")
    _, said = podsim("run", QUICK, "--out", Path(folder) / "nowhere/result.h5", exit_code=2)
    expect("nowhere" in said, said)
    podsim("run", QUICK, "--out", folder, exit_code=2)
    expect(sorted(os.listdir(folder)) == ["result.h5"], os.listdir(folder))
    closed = Path(folder) / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    options = {}
    if os.geteuid() == 0:  # root may write anywhere
        Path(folder).chmod(0o755)
        options = {"user": NOBODY, "group": NOBODY}
        seen = subprocess.run(["test", "-x", PODSIM], **options).returncode == 0
        seen = seen and subprocess.run(["test", "-r", str(QUICK)], **options).returncode == 0
        if not seen:
            print("    read-only folder: skipped, another user cannot reach podsim")
            return
    _, said = podsim("run", QUICK, "--out", closed / "result.h5", exit_code=2, **options)
    expect("result.h5" in said, said)
    expect(not os.listdir(closed), os.listdir(closed))


def exit_2_yaml(folder):
    """What is no scenario is refused at once."""
    deep = write(folder, "deep.yaml", "fleet: " + "[" * 10_000_000)
    began = time.monotonic()
    _, said = podsim("run", deep, exit_code=2)
    expect(time.monotonic() - began < 5, f"{time.monotonic() - began:.1f} s for 10 MB of brackets")
    expect("E-YML-009" in said, said[:300])
    write(folder, "a.yaml", "include: b.yaml\nschema_version: 1\n")
    write(folder, "b.yaml", "include: a.yaml\n")
    _, said = podsim("run", Path(folder) / "a.yaml", exit_code=2)
    expect("b.yaml:1:10: error[E-YML-014]" in said, said)
    expect(said.count("\n") == 1, "one cause, one finding", said)
    for name, content in (("empty", b""), ("binary", bytes(range(256)) * 40)):
        path = Path(folder) / f"{name}.yaml"
        path.write_bytes(content)
        for command in ("run", "check", "resolve"):
            _, said = podsim(command, path, exit_code=2)
            expect(re.match(r".*%s\.yaml:1:1: error\[E-YML-00[78]\]" % name, said), said)
            expect(said.count("\n") == 1, "one cause, one finding", said)
    for command in ("run", "check", "resolve"):
        _, said = podsim(command, Path(folder) / "no.yaml", exit_code=2)
        expect("E-IO-001" in said, said)


def exit_3(folder):
    """A run that fails says why, prints no summary and leaves no result."""
    out = Path(folder) / "result.h5"
    scenario = small(folder, jobs="arrival,accelerators,runtime\n0,17,5\n1,400,5\n")
    text, said = podsim("run", scenario, "--format", "json", "--out", out, exit_code=3)
    expect(not text, text[:200])
    expect("all 2 jobs were rejected" in said and "more-accelerators" in said, said)
    expect(not out.exists() and not list(Path(folder).glob("*.h5*")), os.listdir(folder))
    # Two jobs on one processor at once: the second is named, with its line and what allows it.
    write(folder, "overlap.swf", "; Version: 2.2\n; UnixStartTime: 0\n"
          "1 0 0 100 1 -1 -1 1 100 -1 1 1 1 1 1 1 -1 -1\n"
          "2 0 50 100 1 -1 -1 1 100 -1 1 1 1 1 1 1 -1 -1\n")
    scenario = write(folder, "overlap.yaml", "schema_version: 1\nname: overlap\n"
                     "fleet: {superpods: [{accelerator: cpu, nodes: 1, accelerators_per_node: 1}]}\n"
                     "workload: {trace: {file: overlap.swf}}\npolicies: {queue: replay}\n")
    text, said = podsim("run", scenario, "--out", out, exit_code=3)
    expect(not text and not out.exists(), text)
    expect("line 4" in said and "allow_overlap" in said, said)
    done = run_json(scenario, "--set", "policies.queue.allow_overlap=true")
    # From 50 s to 100 s both run: 50 s of one accelerator beyond the fleet.
    expect(done["utilization"]["over_capacity_accelerator_s"] == 50, done["utilization"])
    expect(done["utilization"]["peak_accelerators"] == 2, done["utilization"])
    # A window that closes before the first job.
    scenario = small(folder, "run: {until: 1 h}\n", "arrival,accelerators,runtime\n7200,1,5\n")
    text, said = podsim("run", scenario, "--format", "json", exit_code=3)
    expect(not text and "7200" in said, text, said)


def exit_130(folder):
    """Ctrl-C keeps what is finished: a readable result and a summary that says so."""
    scenario = write(folder, "long.yaml", "schema_version: 1\nname: long\n"
                     "fleet: {superpods: [{node: dgx-h100, nodes: 200}]}\n"
                     "workload:\n  synthetic:\n    jobs: 400000\n    mean_gap: 30 s\n"
                     "    median_runtime: 1 h\n"
                     "    sizes: [{accelerators: 1, weight: 10}, {accelerators: 16, weight: 10}]\n"
                     "policies: {queue: easy-backfill}\nplant: {pue: 1.25}\n")
    out = Path(folder) / "long.h5"
    running = subprocess.Popen([PODSIM, "run", str(scenario), "--format", "json", "--out", str(out)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)  # past the drawing of the jobs
    expect(running.poll() is None, "the long run is over already")
    running.send_signal(signal.SIGINT)
    text, said = running.communicate(timeout=60)
    expect(running.returncode == 130, f"exit {running.returncode}", said)
    expect("interrupted" in said, said)
    done = parse(text)
    jobs = done["jobs"]
    expect("interrupted" in done["notes"], done["notes"])
    expect(jobs["running"] + jobs["waiting"] + jobs["not_submitted"] > 0, jobs)
    expect(sum(jobs[key] for key in ("completed", "failed", "rejected", "running", "waiting",
                                     "not_submitted")) == 400000, jobs)
    podsim("export", out, "--out", Path(folder) / "csv")
    with open(Path(folder) / "csv/jobs.csv", newline="") as file:
        ended = sum(row["success"] == "1" for row in csv.DictReader(file))
    expect(ended == jobs["completed"], ended, jobs)


# --- messages

def did_you_mean(folder):
    """Every misspelt word is answered with the nearest one."""
    cases = [
        (["rum", QUICK], "'run'"),
        (["chekc", QUICK], "'check'"),
        (["--halp"], "'--help'"),
        (["run", QUICK, "--ot", "x"], "'--out'"),
        (["run", QUICK, "--seeed=4"], "'--seed'"),
        (["run", QUICK, "--format", "jsn"], "'json'"),
        (["trace", "conver", QUICK], "'convert'"),
        (["run", QUICK, "--set", "polices.queue=fcfs"], "'policies'"),
        (["run", QUICK, "--set", "policies.queu=fcfs"], "'queue'"),
        (["run", QUICK, "--set", "fleet.superpods[0].ndoes=4"], "'nodes'"),
        (["run", QUICK, "--set", "policies.queue=esay-backfill"], "'easy-backfill'"),
        (["run", QUICK, "--set", "policies.placement=best_fit"], "'best-fit'"),
        (["run", QUICK, "--set", "policies.predictor=orakel"], "'oracle'"),
        (["run", QUICK, "--set", "fleet.superpods[0].node=dgx-h10"], "'dgx-h100'"),
        (["run", QUICK, "--set", "expect=[wait_s.men <= 3]"], "'wait_s.mean'"),
        (["run", QUICK, "--set", "plant.pue=2", "--set", "run.until=3 day"], "min"),
        (["run", SOURCE / "scenarios/quikstart.yaml"], "quickstart.yaml'"),
        (["run", QUICK, "--trace", SOURCE / "scenarios/quickstart_job.csv"], "quickstart_jobs.csv'"),
        (["trace", "info", SOURCE / "scenarios/quickstart_jobs.csv", "--trace-format", "phily"], "'philly'"),
        (["list", "polices"], "'policies'"),
        (["explain", "esay-backfill"], "'easy-backfill'"),
        (["explain", "dgx-h10"], "'dgx-h100'"),
        (["explain", "trace"], "'workload.trace'"),
        (["compare", QUICK, "--set", "policies.queue=fcfs", "--tolerance", "wait.mean=1%"], "'wait_s.mean'"),
    ]
    for arguments, word in cases:
        _, said = podsim(*arguments, exit_code=2)
        expect(word in said, arguments, said)
    for arguments in ([], ["run"], ["compare", QUICK], ["run", QUICK, "--seed", "-1"], ["run", QUICK, "x"],
                      ["run", QUICK, "--set", "run.until"], ["compare", QUICK, "--tolerance", "x"]):
        _, said = podsim(*arguments, exit_code=2)
        expect("--" in said or "write" in said, arguments, said)
    podsim("--help")
    podsim("run", "--help")
    expect(re.match(r"\d+\.\d+\.\d+ \(\w+", podsim("--version")[0]), "version")


def all_findings(folder):
    """One try shows text, references, files and gates."""
    text, said = podsim("check", SOURCE / "tests/bad_input/scenario_all_at_once.yaml", exit_code=2)
    expect(said.count("error[") == 6, said)
    _, again = podsim("run", SOURCE / "tests/bad_input/scenario_all_at_once.yaml", exit_code=2)
    expect(said == again, "check and run differ", said, again)


# --- the summary

def json_keys(folder):
    """The fixed keys are there; what does not apply is absent."""
    done = run_json(QUICK)
    fixed = {
        "podsim": ("version", "revision"), "work": ("accelerator_hours",),
        "fleet": ("superpods", "nodes", "accelerators", "peak_flops", "hbm_bytes"),
        "jobs": ("submitted", "completed", "failed", "rejected", "running", "waiting"),
        "wait_s": ("mean", "median", "p95", "p99", "max"), "jct_s": ("mean", "median", "p95", "p99", "max"),
        "slowdown": ("mean", "median", "p95", "p99", "max"),
        "utilization": ("peak_accelerators", "accelerator_allocated", "accelerator_busy"),
        "energy": ("it_kwh", "facility_kwh", "pue", "peak_it_kw", "peak_facility_kw"),
        "cost": ("total_usd", "energy_usd", "usd_per_accelerator_hour"),
    }
    for block, keys in fixed.items():
        for key in keys:
            expect(key in done[block], f"no {block}.{key}")
    for key in ("scenario", "seed", "fingerprint", "simulated_s", "wall_s", "events", "events_per_s",
                "peak_rss_bytes", "makespan_s", "gates"):
        expect(key in done, f"no {key}")
    for block in ("training", "serving", "carbon", "reliability"):
        expect(block not in done, f"{block} does not apply")
    expect("flop" not in done["work"] and "wue_l_per_kwh" not in done["energy"], "not modelled")
    for key in ("accelerator_allocated", "accelerator_busy"):
        expect(0 <= done["utilization"][key] <= 1, key)
    bare = run_json(small(folder), "--set", "fleet.superpods=[{accelerator: x, nodes: 2, accelerators_per_node: 8}]")
    for block in ("energy", "cost"):
        expect(block not in bare, f"{block} without figures")
    expect("x" in bare["notes"]["energy_absent"], bare["notes"])
    for key in ("peak_flops", "hbm_bytes"):
        expect(key not in bare["fleet"], key)
    plain = run_json(small(folder))
    for key in ("facility_kwh", "pue", "peak_facility_kw"):
        expect(key not in plain["energy"], key)
    # No job starts inside the window: no waits, and no zeros or nulls in their place.
    blocked = run_json(small(folder, "run: {until: 1 h}\n", "arrival,accelerators,runtime\n0,16,90000\n1,16,5\n"),
                       "--set", "run.warmup=1 s")
    expect("wait_s" not in blocked and "jct_s" not in blocked and "slowdown" not in blocked, blocked)
    expect(blocked["jobs"]["waiting"] == 1 and blocked["jobs"]["before_window"] == 1, blocked["jobs"])


def stdout_is_json(folder):
    """Nothing but the document, on a broken gate and with warnings too."""
    scenario = small(folder, "expect: [jobs.completed == 0]\npolicies: {queue: sjf}\n",
                     "arrival,accelerators,runtime\n0,1,5\n1,400,5\n")
    text, said = podsim("run", scenario, "--format", "json", exit_code=4)
    parse(text)
    expect("W-CFG-001" in said, said)
    expect(not podsim("run", QUICK, "--quiet")[0], "--quiet prints a table")
    expect(not podsim("run", QUICK)[1], "something on stderr that is no terminal")
    parse(podsim("trace", "info", QUICK, "--format", "json")[0])


def same_fingerprint(folder):
    """Twice, with and without --out and --quiet, resolved, converted: the same run."""
    first = run_json(QUICK)
    mark = first["fingerprint"]
    expect(re.fullmatch(r"[0-9a-f]{16}", mark), mark)
    out = Path(folder) / "result.h5"
    for arguments in ([], ["--out", out], ["--quiet"], ["--quiet", "--out", out]):
        again = run_json(QUICK, *arguments)
        for key in first:
            if key not in ("wall_s", "events_per_s", "peak_rss_bytes"):
                expect(again[key] == first[key], key, arguments)
    other = Path(folder) / "again.h5"
    podsim("run", QUICK, "--quiet", "--out", other)
    expect(out.read_bytes() == other.read_bytes(), "two equal runs wrote different files")
    expect(run_json(QUICK, "--seed", "2")["seed"] == 2, "seed")
    for scenario in ("quickstart.yaml", "planning/synthetic.yaml"):
        resolved = write(folder, "resolved.yaml", podsim("resolve", SOURCE / "scenarios" / scenario)[0])
        done, before = run_json(resolved), run_json(SOURCE / "scenarios" / scenario)
        expect(done["fingerprint"] == before["fingerprint"], scenario)
        expect(podsim("resolve", resolved)[0] == resolved.read_text(), "resolve of the resolved differs")
    drawn = run_json(SOURCE / "scenarios/planning/synthetic.yaml")
    expect(run_json(SOURCE / "scenarios/planning/synthetic.yaml", "--seed", "8")["fingerprint"]
           != drawn["fingerprint"], "the seed has no effect")


def trace_convert(folder):
    """A trace, converted and read again, gives the same run."""
    converted = Path(folder) / "again.csv"
    podsim("trace", "convert", SOURCE / "scenarios/quickstart_jobs.csv", "--out", converted)
    expect(run_json(QUICK, "--trace", converted)["fingerprint"] == run_json(QUICK)["fingerprint"], "csv")
    expect(podsim("trace", "convert", converted)[0] == converted.read_text(), "not a fixed point")
    scenario = SOURCE / "scenarios/planning/synthetic.yaml"
    podsim("trace", "convert", scenario, "--out", converted)
    drawn = run_json(scenario)
    done = run_json(scenario, "--set", "workload.synthetic=null", "--trace", converted)
    expect(done["fingerprint"] == drawn["fingerprint"], "a drawn workload")
    podsim("trace", "convert", converted, "--out", Path(folder) / "no/where.csv", exit_code=2)
    podsim("trace", "info", converted, "--set", "run.seed=4", exit_code=2)
    podsim("trace", "info", converted, "--out", Path(folder) / "info.txt")
    expect((Path(folder) / "info.txt").read_text() == podsim("trace", "info", converted)[0], "info --out")


# --- stored results

def export_csv(folder):
    """jobs.csv has Batsim's columns, and its rows add up to the summary."""
    out = Path(folder) / "result.h5"
    scenario = small(folder, "run: {until: 200 s}\n", JOBS + "30,16,900,900\n40,16,5,5\n50,99,5,5\n500,1,1,1\n")
    done = run_json(scenario, "--out", out)
    podsim("export", out, "--format", "csv", "--out", Path(folder) / "csv")
    with open(Path(folder) / "csv/jobs.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    batsim = ["job_id", "workload_name", "profile", "submission_time", "requested_number_of_resources",
              "requested_time", "success", "final_state", "starting_time", "execution_time", "finish_time",
              "waiting_time", "turnaround_time", "stretch", "allocated_resources", "consumed_energy"]
    expect(list(rows[0]) == batsim, list(rows[0]))
    count = {state: sum(row["final_state"] == state for row in rows) for state in
             {row["final_state"] for row in rows}}
    jobs = done["jobs"]
    expect(count == {"COMPLETED_SUCCESSFULLY": jobs["completed"], "COMPLETED_WALLTIME_REACHED": jobs["failed"],
                     "REJECTED": jobs["rejected"], "NOT_FINISHED": jobs["running"],
                     "NOT_STARTED": jobs["waiting"] + jobs["not_submitted"]}, count, jobs)
    expect(len(rows) == 7 and jobs["submitted"] == 6, jobs)
    # 16 accelerators: rows 1 and 2 run one after the other, row 3 is killed at its 10 s.
    expect([row["starting_time"] for row in rows[:3]] == ["0", "100", "150"], rows[:3])
    expect(rows[2]["finish_time"] == "160" and rows[2]["success"] == "0", rows[2])
    expect(rows[1]["waiting_time"] == "90" and rows[1]["turnaround_time"] == "140", rows[1])
    expect(rows[1]["stretch"] == "2.8", rows[1])
    # dgx-h100 x 2: the first node, both nodes, the first again; 8 devices of 10.2 kW a node at 0.76.
    held = [row["allocated_resources"] for row in rows[:5]]
    expect(held == ["0-7", "0-15", "0-3", "0-15", ""], held)
    expect(abs(float(rows[0]["consumed_energy"]) - 0.76 * 10200 * 100) < 1, rows[0]["consumed_energy"])
    expect(rows[4]["starting_time"] == "" and rows[4]["stretch"] == "", rows[4])
    for row in rows:
        if row["finish_time"]:
            expect(float(row["finish_time"]) == float(row["starting_time"]) + float(row["execution_time"]), row)
    for name in ("accelerators_allocated", "jobs_running", "jobs_waiting", "it_power", "breakdown", "nodes", "placements"):
        expect((Path(folder) / f"csv/{name}.csv").stat().st_size > 0, name)
    with open(Path(folder) / "csv/jobs_waiting.csv", newline="") as file:
        expect(list(csv.DictReader(file))[-1]["value"] == "1", "the last job waits at the window's close")
    podsim("export", small(folder), exit_code=2)


def compare(folder):
    """Configuration first, then metrics, then jobs; exit 4 beyond a tolerance."""
    a, b = Path(folder) / "a.h5", Path(folder) / "b.h5"
    podsim("run", QUICK, "--quiet", "--out", a)
    podsim("run", QUICK, "--quiet", "--out", b, "--set", "policies.queue=fcfs", exit_code=4)
    text, _ = podsim("compare", a, b, exit_code=4)  # B breaks a gate of its scenario
    expect("BROKEN wait_s.mean <= 5000" in text and "ok     jobs.completed == 1500" in text, text)
    order = [text.index(word) for word in ("configuration", "policies.queue ", "metrics", "wait_s.mean", "\njobs\n")]
    expect(order == sorted(order), text)
    expect("wall_s" not in text and "\n  jobs.completed" not in text, "what is equal, or noise, is shown", text)
    same, _ = podsim("compare", QUICK, "--set", "policies.queue=fcfs", exit_code=4)
    expect(same.split("\n")[3:] == text.split("\n")[3:], "stored and live differ")
    text, _ = podsim("compare", a, b, "--tolerance", "1%", exit_code=4)
    expect("BROKEN: wait_s.mean" in text, text)
    podsim("compare", b, a, "--tolerance", "wait_s.mean=1000%")
    podsim("compare", b, a, "--tolerance", "wait_s.mean=0.4", exit_code=4)
    podsim("compare", a, b, "--tolerance", "energy.wue_l_per_kwh=1%", exit_code=2)
    text, _ = podsim("compare", a, a, "--tolerance", "0%")
    expect("the same" in text and "1500 the same" in text, text)
    podsim("compare", a, QUICK, "--tolerance", "0")
    podsim("compare", a, Path(folder) / "no.h5", exit_code=2)
    podsim("compare", a, b, "--set", "policies.queue=fcfs", exit_code=2)
    podsim("compare", a, QUICK.parent / "quickstart_jobs.csv", exit_code=2)


# --- reference

def schema(folder):
    """The schema is draft-07 and fits the scenarios that are here."""
    document = parse(podsim("schema")[0])
    expect(document["$schema"] == "http://json-schema.org/draft-07/schema#", document["$schema"])
    known = {"$schema", "title", "type", "properties", "required", "additionalProperties", "items",
             "enum", "description", "examples", "default", "minimum", "maximum", "anyOf", "oneOf"}
    types = {"object", "array", "string", "integer", "number", "boolean", "null"}

    def walk(node, path):
        expect(isinstance(node, dict), path)
        expect(set(node) <= known, path, set(node) - known)
        named = node.get("type", [])
        expect(set([named] if isinstance(named, str) else named) <= types, path, named)
        expect(isinstance(node.get("required", []), list), path)
        expect(set(node.get("required", [])) <= set(node.get("properties", {})), path)
        if "type" not in node and path != "/include":
            expect(False, f"{path} has no type")
        for key, inner in node.get("properties", {}).items():
            expect(inner.get("description"), f"{path}/{key} is not described")
            walk(inner, f"{path}/{key}")
        if "items" in node:
            walk(node["items"], path + "[]")
        if "enum" in node:
            expect(len(node["enum"]) == len(set(node["enum"])) > 0, path)

    walk(document, "")
    expect(set(document["required"]) == {"schema_version", "name", "fleet", "workload"}, document["required"])
    expect(document["additionalProperties"] is False, "unknown keys are errors")
    try:
        import jsonschema
        import yaml
    except ImportError as absent:
        print(f"    validation skipped: {absent.name} is absent")
        return
    jsonschema.Draft7Validator.check_schema(document)
    validator = jsonschema.Draft7Validator(document)
    for path in SOURCE.glob("scenarios/**/*.yaml"):
        # Dates stay texts, as podsim reads them.
        content = yaml.load(path.read_text(), Loader=yaml.BaseLoader)
        errors = [e.message for e in validator.iter_errors(content) if "is not of type" not in e.message]
        expect(not errors, path, errors[:3])


def explain(folder):
    """All that is listed is explained; every metric of a run is listed."""
    for topic in ("policies", "accelerators", "nodes", "metrics", "traces"):
        text = podsim("list", topic)[0]
        expect(text.strip(), topic)
        if topic == "traces":
            continue
        for line in text.splitlines():
            expect(podsim("explain", line.split()[0])[0], line)
    for name in ("fleet", "workload.trace.file", "run.until", "queue/fcfs", "diurnal", "wait_s"):
        expect(podsim("explain", name)[0], name)
    listed = {line.split()[0] for line in podsim("list", "metrics")[0].splitlines()}

    def leaves(node, path=""):
        for key, inner in node.items():
            if isinstance(inner, dict):
                yield from leaves(inner, f"{path}{key}.")
            elif not isinstance(inner, (list, str)):
                yield path + key

    missing = [key for key in leaves(run_json(QUICK)) if key not in listed]
    expect(not missing, missing)


# --- real traces

def near(value, target, relative=1e-9):
    return abs(value - target) <= relative * abs(target)


def philly(folder):
    trace = TRACES / "philly-sia/philly.csv"
    scenario = SOURCE / "scenarios/planning/philly.yaml"
    done = run_json(scenario, "--trace", trace)
    expect(done["jobs"]["submitted"] == done["jobs"]["completed"] == 82247, done["jobs"])
    expect(round(done["work"]["accelerator_hours"], 3) == 978078.473, done["work"])
    expect(done["utilization"]["peak_accelerators"] == 1243, done["utilization"])
    expect(done["wait_s"]["max"] == 0, "the fleet never queues")
    done = run_json(scenario, "--trace", trace, "--set", "run.until=2017-11-01 00:00:00")
    expect(round(done["work"]["accelerator_hours"], 3) == 577652.414, done["work"])
    jobs = done["jobs"]
    expect((jobs["completed"], jobs["running"], jobs["not_submitted"]) == (52597, 252, 29398), jobs)
    packed = podsim("trace", "info", trace, "--format", "json")[0]
    expect(parse(packed)["demand"][0]["peak_accelerators"] == 1243, "trace info")


def kth(folder):
    trace = TRACES / "swf/kth_sp2.swf"
    scenario = SOURCE / "scenarios/planning/kth-sp2.yaml"
    done = run_json(scenario, "--trace", trace)
    expect(done["jobs"]["completed"] == 28476, done["jobs"])
    expect(round(done["wait_s"]["mean"], 2) == 15295.87 and done["wait_s"]["median"] == 300, done["wait_s"])
    use = done["utilization"]
    expect(use["peak_accelerators"] == 104 and use["over_capacity_accelerator_s"] == 27750, use)
    expect(round(done["work"]["accelerator_hours"], 3) == 560164.311, done["work"])
    _, said = podsim("run", scenario, "--trace", trace, "--set", "policies.queue.allow_overlap=false",
                     exit_code=3)
    expect(re.search(r"job \d+ \(line \d+ of the trace\)", said), said)
    easy = run_json(scenario, "--trace", trace, "--set", "policies.queue=easy-backfill")
    expect(easy["utilization"]["peak_accelerators"] <= 100, easy["utilization"])
    expect("over_capacity_accelerator_s" not in easy["utilization"], easy["utilization"])
    expect(easy["jobs"]["completed"] + easy["jobs"]["failed"] == 28476, easy["jobs"])


def openb(folder):
    folder_of = TRACES / "alibaba-gpu-2023"
    files = ["--trace", folder_of / "openb_pod_list_default.csv",
             "--set", f"fleet.inventory={folder_of / 'openb_node_list_gpu_node.csv'}"]
    scenario = SOURCE / "scenarios/planning/openb.yaml"
    rows = pack(files[1], folder_of / "openb_node_list_gpu_node.csv")
    done = run_json(scenario, *files)
    expect((done["jobs"]["running"], done["jobs"]["waiting"]) == rows[:2] == (7777, 375), (done["jobs"], rows))
    expect(done["fleet"]["nodes"] == 1213 and done["fleet"]["accelerators"] == 6212, done["fleet"])
    expect("energy" not in done and "A10" in done["notes"]["energy_absent"], done["notes"])
    typed = run_json(SOURCE / "scenarios/planning/openb-types.yaml", *files)
    rows = pack(files[1], folder_of / "openb_node_list_gpu_node.csv", 5, ("V100M16", "V100M32"))
    jobs = typed["jobs"]
    # Three ask for more than any V100 node has and are rejected at once.
    expect((jobs["running"], jobs["waiting"] + jobs["rejected"]) == rows[:2] == (7172, 980), (jobs, rows))
    expect(rows[2] == 980 and jobs["rejected"] == 3, rows)
    demand = parse(podsim("trace", "info", scenario, "--set", f"workload.trace.file={files[1]}", "--set",
                          "workload.constrain={every: 5, types: T4}", "--format", "json")[0])["demand"]
    # 8,152 pods less 1,088 without an accelerator: every 5th of 7,064.
    expect([(kind["kind"], kind["jobs"]) for kind in demand] == [("any kind", 6740), ("T4", 1412)], demand)
    replay = run_json(scenario, *files, "--set", "policies.queue=replay", "--set", "workload.arrivals=recorded",
                      "--set", "workload.runtimes=recorded")
    jobs = replay["jobs"]
    # 897 pods were never scheduled: they have no recorded start.
    expect((jobs["submitted"], jobs["completed"], jobs["rejected"]) == (8152, 7255, 897), jobs)
    expect(round(replay["wait_s"]["mean"], 4) == 61.3023 and replay["wait_s"]["max"] == 14330, replay["wait_s"])
    expect(round(replay["work"]["accelerator_hours"], 3) == 51470.674, replay["work"])


CHECKS = [exit_0_and_4, exit_2_files, exit_2_yaml, exit_3, exit_130, did_you_mean, all_findings, json_keys,
          stdout_is_json, same_fingerprint, trace_convert, export_csv, compare, schema, explain]
REAL = [philly, kth, openb]


def main():
    wanted = sys.argv[2:]
    if not TRACES.exists():
        print("skipped: no ../shared (philly, kth, openb)")
    failed = 0
    for check in CHECKS + (REAL if TRACES.exists() else []):
        if wanted and check.__name__ not in wanted:
            continue
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(folder)
                said = "ok"
            except (Broken, KeyError, ValueError, OSError, subprocess.TimeoutExpired) as broken:
                said = f"BROKEN: {type(broken).__name__}: {broken}"
                failed += 1
        print(f"{check.__name__:<20}{time.monotonic() - began:6.1f} s  {said}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
