"""Measures archives, beside conversions of the same documents: python3 Tests/Benchmarks/archives.py [OPTION...]"""

import os
import tempfile

import figures


def main():
    options = figures.parsed(figures.arguments(__doc__, megabytes=40))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        pieces = {f"list of {name}": figures.compact(value) for name, value in figures.documents(options).items()}
        pieces["list of small rows"] = b",".join(
            figures.compact({"id": index, "name": f"row {index}", "price": index / 8}) for index in range(10_000))
        for name, piece in pieces.items():
            path = os.path.join(folder, "document.json")
            figures.write_copies(piece, options.megabytes * figures.MEGABYTE, path)
            archive = [options.decant, "archive", "--type", "List", "-f", "json", "-t", "json", "-c", path]
            archived = os.path.join(folder, "archive.json")
            figures.run([*archive, "--force", "-o", archived])
            costs = figures.measure({
                "archive": archive, "restore": [options.decant, "restore", archived, "-c"],
                "check": [options.decant, "check", archived],
            }, options.runs)
            sizes = [figures.megabytes(path), *[figures.megabytes(archived)] * 2]
            rows.append([name, *(
                f"{figures.number(size / cost.processor)} ({cost.memory / figures.MEGABYTE / size:.1f})"
                for size, cost in zip(sizes, costs.values()))])
    figures.section("Archives", f"""
        Archives of {options.megabytes:g} MB of JSON, of which the digest is computed or verified before anything is written, so
        that the document is read twice, or once by `check`: megabytes per second of processor time, and in brackets the peak memory
        in multiples of the file.""")
    figures.table(["", "`archive`", "`restore`", "`check`"], rows)


if __name__ == "__main__":
    main()
