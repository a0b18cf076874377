"""Builds the documentation as the Swift Package Index and Xcode do, one module at a time: python3 Tests/documentation.py [FOLDER]

Each library in Package.swift, and each module that one of them exports whole, has a catalog, whose page of the module groups all
of its types under Topics. A warning of DocC, such as a link to another module, is an error. The modules are those of
`swift build --build-tests`; the archives are left in FOLDER.
"""

import glob
import json
import os
import platform
import re
import shutil
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read(path):
    with open(path) as file:
        return file.read()


os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
folder = sys.argv[1] if len(sys.argv) > 1 else ".build/documentation"
shutil.rmtree(folder, ignore_errors=True)
binaries = output("swift", "build", "--show-bin-path").strip()
options = ["-target", os.path.basename(os.path.dirname(binaries)), "-I", f"{binaries}/Modules"]
# In C: the map of a module is in its folder, or SwiftPM creates it.
for place in [*map(os.path.dirname, glob.glob("Sources/*/module.modulemap")), f"{binaries}/CBuild.build"]:
    options += ["-I", place]
if platform.system() == "Darwin":
    options += ["-sdk", output("xcrun", "--show-sdk-path").strip()]

modules = {
    target
    for product in json.loads(output("swift", "package", "dump-package"))["products"]
    if "library" in product["type"]
    for target in product["targets"]
}
for path in glob.glob("Sources/Decant*/*.swift"):
    if path.split(os.sep)[1] in modules:
        modules |= set(re.findall(r"^@_exported public import (Decant\w+)$", read(path), re.MULTILINE))


def kinds(module, graphs):
    """The types and functions of a module that are not members of others."""
    for symbol in json.loads(read(f"{graphs}/{module}.symbols.json"))["symbols"]:
        if len(symbol["pathComponents"]) == 1:
            yield symbol["pathComponents"][0]


def flaws(module):
    catalog = f"Sources/{module}/{module}.docc"
    if not os.path.isdir(catalog):
        return f"{module} has no catalog, {catalog}"
    graphs = f"{folder}/{module}"
    os.makedirs(graphs)
    # What the plugin of Swift-DocC asks for: also the members that a module adds to types of others.
    extract = ["swift", "symbolgraph-extract", "-module-name", module, *options, "-output-dir", graphs]
    extract += ["-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols"]
    convert = ["docc", "convert", catalog, "--additional-symbol-graph-dir", graphs, "--warnings-as-errors"]
    for command in extract, [*convert, "--output-path", f"{graphs}.doccarchive"]:
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            return f"{module}: {result.stdout}{result.stderr}"
    topics = read(f"{catalog}/{module}.md").partition("## Topics")[2]
    missing = sorted(name for name in set(kinds(module, graphs)) if f"- ``{name}``" not in topics)
    return f"{catalog}/{module}.md does not list {', '.join(missing)}" if missing else None


found = [flaw for flaw in map(flaws, sorted(modules)) if flaw]
# The index has no libyaml.
shown = set(re.search(r"documentation_targets: \[(.*?)\]", read(".spi.yml"), re.DOTALL)[1].replace(",", " ").split())
if shown != modules - {"DecantLibYAML"}:
    found.append(f".spi.yml and the modules differ: {', '.join(sorted(shown ^ modules))}")
sys.exit("\n".join(found) or 0)
