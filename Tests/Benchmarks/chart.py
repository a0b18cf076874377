"""Draws the tables of RESULTS.md as a chart, and writes the figures of README.md: python3 Tests/Benchmarks/chart.py [--check]

A table is drawn if its first cell, or that of a row, names a conversion, as in 'JSON to XML': a panel for each conversion,
and in it a bar for each program, the geometric mean of its figures for the three documents. README.md has the first lines of
such a table, and what others say in a sentence. With --check, nothing is written; the status is 1 if the chart or the figures are
not those of the tables.
"""

import argparse
import html
import math
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = os.path.join(HERE, "RESULTS.md")
PACKAGE = os.path.join(HERE, "..", "..")
CHART = os.path.join(PACKAGE, ".github", "benchmarks.svg")
README = os.path.join(PACKAGE, "README.md")
DOCUMENTS = ("twitter", "citm_catalog", "canada")
CONVERSION = re.compile(r"(?:(.+), )?(\w+ to \w+)")

# The rows of README.md, and the words between which its figures are.
SUMMARIZED = ("cat", "decant", "serde_json", "gojq", "jq", "Swift's plutil")
BEFORE = "the whole process, on one core, in megabytes of input per second:\n\n"
AFTER = "[RESULTS.md](Tests/Benchmarks/RESULTS.md) contains"

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


def tables(text):
    """Returns the tables of a page, each as its lines."""
    return [block.splitlines() for block in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)]


def values(cell):
    """Returns the figures of a cell: "2.6 (7 ms)" has one, and "3, 2, 4" has three."""
    match = re.fullmatch(r"([\d.]+(?:, [\d.]+)*)(?: \(.*\))?", cell)
    return [float(figure) for figure in match[1].split(", ")] if match else []


def conversions(text):
    """Yields the conversions of a page, each with the figures of each program for the three documents."""
    for head, _, *lines in tables(text):
        title, *columns = cells(head)
        for line in lines:
            name, *figures = cells(line)
            if CONVERSION.fullmatch(title) and name != "cat":
                chosen = [figure for column, figure in zip(columns, figures) if column.split(",")[0] in DOCUMENTS]
                yield title, name, [value for figure in chosen for value in values(figure)]
            elif match := CONVERSION.fullmatch(name):
                if match[1]:
                    yield match[2], match[1], [value for figure in figures for value in values(figure)]
                elif title == ", ".join(DOCUMENTS):
                    for column, figure in zip(columns, figures):
                        yield name, column, values(figure)


def panels(text):
    """Returns a dictionary of rows for each conversion: the name of a program, and its mean."""
    found = {}
    for conversion, program, figures in conversions(text):
        if len(figures) == len(DOCUMENTS):
            mean = math.exp(sum(map(math.log, figures)) / len(figures))
            found.setdefault(conversion, []).append((program, mean))
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


def rows(text, title):
    """Returns the rows of the table with this title, as dictionaries of figures by column."""
    for head, _, *lines in tables(text):
        if cells(head)[0] == title:
            for line in lines:
                name, *figures = cells(line)
                yield name, dict(zip(cells(head)[1:], map(values, figures)))


def summary(text):
    """Returns what README.md has of the tables."""
    for head, rule, *lines in tables(text):
        if cells(head)[0] == "JSON to JSON":
            chosen = [line for line in lines if cells(line)[0].startswith(SUMMARIZED)]
            chosen = [head, rule, *(line for line in chosen if "pretty" not in line)]
            # The name, the documents and the memory.
            yield "\n".join("|".join(line.split("|")[:6]) + "|" for line in chosen) + "\n\n"
    yaml = {}
    for title, program, figures in conversions(text):
        if title == "YAML to JSON":
            yaml[program] = figures
    pairs = list(zip(yaml.get("decant", []), yaml.get("libyaml", [])))
    for _, row in rows(text, ""):
        pairs += zip(row.get("decant, reading", []), row.get("libyaml, reading", []))
    ratios = [ours / loop for ours, loop in pairs]
    sentences = []
    if ratios:
        least, most = min(ratios), max(ratios)
        sentences.append(f"YAML is read at {least:.1f} to {most:.1f} times the speed of a bare loop in C over libyaml.")
    large, small = [], []
    for name, row in rows(text, "Codable"):
        if "Foundation" in name:
            (small if "bytes" in name else large).extend(value for cell in row.values() for value in cell)
    if large:
        sentences.append(
            "From documents of 100 kB and more, `Codable` types are decoded and encoded "
            f"{min(large):.1f} to {max(large):.0f} times as fast as by Foundation's coders"
            + (f"; one of 57 bytes takes {1 / small[0]:.1f} times as long." if small else "."))
    yield textwrap.fill(" ".join(sentences), 132) + "\n"


def with_summary(readme, text):
    """Returns README.md with its figures replaced, which are between two sentences."""
    return re.sub(f"(?<={re.escape(BEFORE)}).*?(?={re.escape(AFTER)})", lambda _: "".join(summary(text)), readme, flags=re.DOTALL)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only check that the chart and the figures are current")
    options = parser.parse_args()
    text = read(TABLES)
    for path, current in [(CHART, chart(text)), (README, with_summary(read(README), text))]:
        if not options.check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(current)
        elif read(path) != current:
            sys.exit(f"{os.path.basename(path)} is not that of RESULTS.md: run 'python3 Tests/Benchmarks/chart.py'")


if __name__ == "__main__":
    main()
