#!/usr/bin/env python3
"""The house rules that a compiler does not know: sizes, libm, randomness, globals, paths.

usage: check_style.py [ROOT]; prints file:line of each finding, exits 1 if there is one.
"""
import re
import sys
from pathlib import Path

MAX_LINES = 600
SIZED = ("sim", "cli", "gui", "tests", "bench")
SOURCES = (".h", ".cpp")
TEXTS = SOURCES + (".py", ".sh", ".cmake", ".txt", ".json", ".yaml", ".yml", ".md", ".bash", "")
PATHS = SIZED + ("tools", "cmake", "scenarios", "docs", ".ci")

LIBM = ("sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10 log1p "
        "pow sqrt cbrt hypot erf erfc tgamma lgamma fma").split()
# (pattern, what to say) for each line of sim/ without its comments and strings.
SIM_RULES = [
    (re.compile(r"#\s*include\s*<(cmath|math\.h)>"),
     "<cmath> only in sim/core/math.*: libm differs between machines"),
    (re.compile(r"\bstd::(" + "|".join(LIBM) + r")\s*\("),
     "libm only through sim/core/math.h"),
    (re.compile(r"(?<![\w.>:])(std::)?s?rand\s*\("), "no rand(): named streams of sim/core"),
    (re.compile(r"\bstd::(random_device|mt19937\w*|default_random_engine|shuffle|sample)\b"),
     "no std randomness: named streams of sim/core"),
    (re.compile(r"\bstd::\w+_distribution\b"),
     "std distributions differ between libraries: use sim/core's"),
    (re.compile(r"^\s*(inline\s+|static\s+)*thread_local\b"), "no thread_local state in sim/"),
]
STATIC = re.compile(r"^\s*(inline\s+)?static\s+([^;={(]*)([;={(]|$)")
IMMUTABLE = re.compile(r"\b(const|constexpr|consteval|constinit\s+const)\b")
MACHINE_PATH = re.compile(r"(?<![\w.~/>)}*-])/(?:home|root|mnt|srv|Users|work\w*)/")
MATH = ("sim/core/math.h", "sim/core/math.cpp")


def code_lines(text):
    """The lines without comments and with empty string literals."""
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    return [line.split("//")[0] for line in text.splitlines()]


def mutable_static(line):
    """True for `static int count = 0;`, false for constants and for functions."""
    match = STATIC.match(line)
    return bool(match and match.group(3) and match.group(3) != "("
                and not IMMUTABLE.search(match.group(2)))


def check_sim(source, text):
    for number, line in enumerate(code_lines(text), 1):
        if source not in MATH:
            for pattern, problem in SIM_RULES:
                if pattern.search(line):
                    yield source, number, problem
        if mutable_static(line):
            yield source, number, "no static mutable data in sim/: two runs share one process"


def check_file(source, path):
    top = source.split("/")[0]
    text = path.read_text(errors="replace")
    if top in SIZED and path.suffix in SOURCES + (".py", ".sh"):
        lines = text.count("\n")
        if lines > MAX_LINES:
            yield source, MAX_LINES, f"{lines} lines; split it, {MAX_LINES} is the limit"
    if top == "sim" and path.suffix in SOURCES:
        yield from check_sim(source, text)
    for number, line in enumerate(text.splitlines(), 1):
        if MACHINE_PATH.search(line):
            yield source, number, "an absolute path of one machine"


def files(root):
    for name in ("dev", "CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md"):
        if (root / name).is_file():
            yield root / name
    for top in PATHS:
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and path.suffix in TEXTS and "__pycache__" not in path.parts:
                yield path


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    findings = []
    for path in files(root):
        findings += check_file(path.relative_to(root).as_posix(), path)
    for source, number, problem in findings:
        print(f"{source}:{number}: {problem}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
