"""Measures 'decant types' over JSON Lines of each document, beside 'decant check': python3 Tests/Benchmarks/types.py [OPTION...]"""

import os
import tempfile

import figures


def main():
    options = figures.parsed(figures.arguments(__doc__))
    inputs = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, value in figures.documents(options).items():
            inputs[name] = {1: os.path.join(folder, name + ".jsonl")}
            lines = b"\n".join(map(figures.compact, figures.records(value)))
            figures.write_copies(lines, options.megabytes * figures.MEGABYTE, inputs[name][1], b"", b"\n", b"\n")
        results = figures.rates(options, [figures.Program(verb, [options.decant, verb]) for verb in ("check", "types")], inputs)
    speeds = {verb: figures.cell(row) for verb, row in results.items()}
    memory = max(cost.memory for _, cost in results["types"])
    figures.section("Types from documents", f"""
        `decant types` infers types from {options.megabytes:g} MB of records in JSON Lines, those of {", ".join(inputs)}:
        {speeds["types"]} MB per second of processor time, in {figures.mebibytes(memory)}. `decant check` reads
        {speeds["check"]}.""")


if __name__ == "__main__":
    main()
