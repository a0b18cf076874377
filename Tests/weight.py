"""Fails if a module of Sources has more lines of code than Tests/weight.tsv allows: python3 Tests/weight.py

Each line is read, built and tested by everybody who comes after. A change that raises a number says in the same line what was deleted
for it, or why nothing could be.
"""

import os
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
with open("Tests/weight.tsv", encoding="utf-8") as table:
    rows = [line.rstrip("\n").split("\t") for line in table][1:]
limits = {module: int(lines) for module, lines, _ in rows}


def count(module):
    total = 0
    for folder, _, names in os.walk(os.path.join("Sources", module)):
        for name in names:
            if name.endswith((".swift", ".c", ".h")):
                with open(os.path.join(folder, name), "rb") as file:
                    total += file.read().count(b"\n")
    return total


flaws = [f"{module} is no module of Sources" for module in limits if not os.path.isdir(f"Sources/{module}")]
for module in sorted(os.listdir("Sources")):
    lines = count(module)
    if module not in limits:
        flaws.append(f"{module} has {lines} lines and is not in Tests/weight.tsv")
    elif lines > limits[module]:
        flaws.append(f"{module} has {lines} lines, {lines - limits[module]} more than Tests/weight.tsv allows")
sys.exit("\n".join(flaws) or None)
