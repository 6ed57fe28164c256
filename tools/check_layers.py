#!/usr/bin/env python3
"""Holds the sources to tools/layers.txt: every #include and every link between libraries.

usage: check_layers.py [ROOT]; prints file:line of each finding, exits 1 if there is one.
"""
import re
import sys
from pathlib import Path

FOLDERS = ("sim", "cli", "gui", "tests", "bench")
GENERATED = {"version_generated.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LINK = re.compile(r"(podsim_library|target_link_libraries)\s*\(\s*(\w+)([^)]*)\)")
STANDARD = re.compile(r"^[a-z_0-9]+$")  # <vector>, <cmath>
POSIX = re.compile(r"^(sys/|netinet/|arpa/|(unistd|fcntl|signal|pthread|dlfcn|poll|termios|netdb|spawn)\.h$)")


class Layers:
    """The rules: allowed folders, third-party prefixes, and the homes of the heavy headers."""

    def __init__(self, path):
        self.folders, self.headers, self.heavy = {}, {}, {}
        self.path = path
        self.lines = {}
        for number, line in enumerate(path.read_text().splitlines(), 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            name, _, rest = line.partition(":")
            if name.startswith("heavy "):
                self.heavy[name.split()[1]] = rest.split()
            else:
                folders, _, headers = rest.partition("|")
                self.folders[name] = folders.split()
                self.headers[name] = headers.split()
            self.lines[name] = number

    def may_include(self, folder, other):
        allowed = self.folders.get(folder, [])
        return folder == other or other in allowed or "*" in allowed

    def cycle(self):
        """A list of folders that lead back to the first, or None."""
        done = set()

        def visit(folder, trail):
            if folder in trail:
                return trail[trail.index(folder):] + [folder]
            if folder in done:
                return None
            done.add(folder)
            for other in self.folders.get(folder, []):
                found = visit(other, trail + [folder])
                if found:
                    return found
            return None

        for folder in self.folders:
            found = visit(folder, [])
            if found:
                return found
        return None


def folder_of(path):
    """sim/core/time.h -> core; cli/run.cpp -> cli."""
    parts = path.split("/")
    return parts[1] if parts[0] == "sim" and len(parts) > 2 else parts[0]


def check_own(layers, source, header, root):
    if header in GENERATED:
        return None
    if header.split("/")[0] not in FOLDERS:
        return f'"{header}" is not a path from the root, such as "sim/core/time.h"'
    if not (root / header).is_file():
        return f'"{header}" does not exist'
    mine, other = folder_of(source), folder_of(header)
    if not layers.may_include(mine, other):
        return f"{mine} may not include {other} ({header}); see {layers.path.name}"
    return None


def check_foreign(layers, source, header):
    if STANDARD.match(header):
        return None
    mine = folder_of(source)
    allowed = layers.headers.get(mine, [])
    for prefix, homes in layers.heavy.items():
        if header.startswith(prefix) and source not in homes:
            return (f"heavy header <{header}> outside its home; '{prefix}' is for "
                    f"{', '.join(homes) or 'no file yet'} (tools/{layers.path.name})")
    if POSIX.match(header):
        return None if "posix" in allowed else f"{mine} may not include the system's <{header}>"
    if not any(header.startswith(prefix) for prefix in allowed):
        return f"{mine} may not include third-party <{header}>; see {layers.path.name}"
    return None


def check_includes(layers, root):
    for top in FOLDERS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            source = path.relative_to(root).as_posix()
            if folder_of(source) not in layers.folders:
                yield source, 1, f"folder {folder_of(source)} is not in {layers.path.name}"
                continue
            text = path.read_text(errors="replace")
            for number, line in enumerate(text.splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                quote, header = match.groups()
                problem = (check_own(layers, source, header, root) if quote == '"'
                           else check_foreign(layers, source, header))
                if problem:
                    yield source, number, problem


def check_links(layers, root):
    for top in ("sim", "cli", "gui"):
        for path in sorted((root / top).rglob("CMakeLists.txt")):
            source = path.relative_to(root).as_posix()
            text = re.sub(r"#.*", "", path.read_text())
            for match in LINK.finditer(text):
                command, target, arguments = match.groups()
                mine = folder_of(source)
                if command == "podsim_library":
                    uses = re.search(r"\bUSES\b((?:\s+[a-z_]+)*)", arguments)
                    others = uses.group(1).split() if uses else []
                else:
                    others = re.findall(r"\bpodsim_(\w+)", arguments)
                for other in others:
                    if other in layers.folders and not layers.may_include(mine, other):
                        number = text.count("\n", 0, match.start()) + 1
                        yield source, number, f"{target} may not link {other}"


def check_rules(layers, root):
    cycle = layers.cycle()
    if cycle:
        yield layers.lines[cycle[0]], "cycle: " + " -> ".join(cycle)
    for prefix, homes in layers.heavy.items():
        for home in homes:
            if not (root / home).is_file():
                yield layers.lines[f"heavy {prefix}"], f"{home} does not exist"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    layers = Layers(root / "tools" / "layers.txt")
    findings = [("tools/layers.txt", *finding) for finding in check_rules(layers, root)]
    findings += check_includes(layers, root)
    findings += check_links(layers, root)
    for path, number, problem in findings:
        print(f"{path}:{number}: {problem}")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
