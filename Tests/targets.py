"""Compiles the imports of each target with the modules that Package.swift lists for it, and no others: python3 Tests/targets.py

A build of one target from nothing has just these. In a used build folder, a target also finds what was built for others.
The modules are those of `swift build --build-tests`.
"""

import json
import os
import re
import subprocess
import sys
import tempfile


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
targets = {target["name"]: target for target in json.loads(output("swift", "package", "dump-package"))["targets"]}
binaries = output("swift", "build", "--show-bin-path").strip()


def folder(name):
    parent = "Tests" if targets[name]["type"] == "test" else "Sources"
    return targets[name].get("path") or os.path.join(parent, name)


def dependencies(name, found):
    for dependency in targets[name]["dependencies"]:
        other = (dependency.get("byName") or dependency["target"])[0]
        if other not in found:
            found.add(other)
            dependencies(other, found)
    return found


def imports(name):
    """The modules of this package that the files of a target import."""
    found = set()
    for place, _, files in os.walk(folder(name)):
        for file in (file for file in files if file.endswith(".swift")):
            with open(os.path.join(place, file)) as source:
                found.update(re.findall(r"^\s*(?:@\S+ )*(?:[a-z]+ )?import (?:[a-z]+ )?(\w+)(?:\.\w+)?$", source.read(), re.MULTILINE))
    return sorted(found & targets.keys())


def errors(name):
    with tempfile.TemporaryDirectory() as place:
        search = ["-I", place]
        for other in dependencies(name, set()):
            built = os.path.join(binaries, "Modules", other + ".swiftmodule")
            if os.path.exists(built):
                os.symlink(built, os.path.join(place, other + ".swiftmodule"))
            else:
                # In C: the map of its module is in its folder, or SwiftPM creates it.
                search += ["-I", folder(other), "-I", os.path.join(binaries, other + ".build")]
        source = os.path.join(place, "imports.swift")
        with open(source, "w") as file:
            file.writelines(f"import {module}\n" for module in imports(name))
        command = ["swiftc", "-typecheck", "-package-name", "decant", *search, source]
        return subprocess.run(command, capture_output=True, text=True).stderr


flaws = [f"{name}: {found}" for name in targets if (found := errors(name))]
sys.exit("\n".join(flaws) or None)
