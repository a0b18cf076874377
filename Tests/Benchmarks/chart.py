"""Draws the tables of RESULTS.md as a chart: python3 Tests/Benchmarks/chart.py [--check]

A table is drawn if its first cell, or that of a row, names a conversion, as in 'JSON to XML': a panel for each conversion,
and in it a bar for each program, the geometric mean of its figures for the three documents. With --check, nothing is
written; the status is 1 if the chart is not that of the tables.
"""

import argparse
import html
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = os.path.join(HERE, "RESULTS.md")
CHART = os.path.join(HERE, "..", "..", ".github", "benchmarks.svg")
DOCUMENTS = ("twitter", "citm_catalog", "canada")
CONVERSION = re.compile(r"(?:(.+), )?(\w+ to \w+)")

PANEL_WIDTH = 410
GAP = 20
LABEL_WIDTH = 210
BAR_WIDTH = 150
ROW = 20
TITLE = 34

STYLE = """
    text { font: 12px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #59636e; }
    .title { font-size: 14px; font-weight: 600; fill: #1f2328; }
    .decant { font-weight: 600; fill: #1f2328; }
    rect { fill: #afb8c1; }
    rect.decant { fill: #0969da; }
    @media (prefers-color-scheme: dark) {
      text { fill: #9198a1; }
      .title, .decant { fill: #f0f6fc; }
      rect { fill: #515c67; }
      rect.decant { fill: #4493f8; }
    }
"""


def cells(line):
    return [re.sub("[*`]", "", cell).strip() for cell in line.strip().strip("|").split("|")]


def panels(text):
    """Returns a dictionary of rows for each conversion: the name of a program, and its mean."""
    found = {}
    table = None
    for line in text.splitlines():
        if not line.startswith("|"):
            table = None
        elif table is None:
            table = cells(line)
        elif not set(line) <= set("|-"):
            name, *figures = cells(line)
            match = CONVERSION.fullmatch(name) or CONVERSION.fullmatch(table[0])
            if not match or name == "cat":
                continue
            program = match.group(1) or name
            values = [
                float(figure)
                for title, figure in zip(table[1:], figures)
                if title.split(",")[0] in DOCUMENTS
            ]
            mean = math.exp(sum(map(math.log, values)) / len(values))
            found.setdefault(match.group(2), []).append((program, mean))
    return {title: sorted(rows, key=lambda row: -row[1]) for title, rows in found.items()}


def bars(rows, x, y):
    longest = max(mean for _, mean in rows)
    for program, mean in rows:
        kind = ' class="decant"' if program == "decant" else ""
        width = max(1, round(BAR_WIDTH * mean / longest, 1))
        figure = f"{mean:.0f}" if mean >= 10 else f"{mean:.1f}"
        middle = y + 13
        yield f'<text{kind} x="{x + LABEL_WIDTH - 8}" y="{middle}" text-anchor="end">{html.escape(program)}</text>'
        yield f'<rect{kind} x="{x + LABEL_WIDTH}" y="{y + 3}" width="{width:g}" height="13" rx="2"/>'
        yield f'<text{kind} x="{x + LABEL_WIDTH + width + 6:g}" y="{middle}">{figure}</text>'
        y += ROW


def chart(text):
    content = []
    heights = [GAP, GAP]
    for title, rows in panels(text).items():
        column = heights.index(min(heights))
        x, y = column * (PANEL_WIDTH + GAP), heights[column]
        content.append(f'<text class="title" x="{x + LABEL_WIDTH}" y="{y + 16}">{title}</text>')
        content += bars(rows, x, y + TITLE - 8)
        heights[column] = y + TITLE + ROW * len(rows) + GAP
    width, height = 2 * PANEL_WIDTH + GAP, max(heights) + ROW
    note = "Megabytes of input per second; geometric means of twitter, citm_catalog and canada. Longer is faster."
    content.append(f'<text x="{LABEL_WIDTH}" y="{height - 10}">{note}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n'
        "  <title>The speed of decant beside that of other programs</title>\n"
        f"  <style>{STYLE}  </style>\n" + "".join(f"  {line}\n" for line in content) + "</svg>\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only check that the chart is current")
    options = parser.parse_args()
    with open(TABLES, encoding="utf-8") as file:
        drawn = chart(file.read())
    if not options.check:
        with open(CHART, "w", encoding="utf-8") as file:
            file.write(drawn)
        return
    with open(CHART, encoding="utf-8") as file:
        if file.read() != drawn:
            sys.exit("the chart is not that of RESULTS.md: run 'python3 Tests/Benchmarks/chart.py'")


if __name__ == "__main__":
    main()
