"""Measures the service from Python: python3 Tests/Benchmarks/service.py [OPTION...]

The documents are small JSON records, and each conversion is from JSON to compact JSON, which is what `jq -c .`
does. "the conversion itself" is one run of decant over the same records as JSON Lines, divided by their number: it
contains no request, one start, and the same reading and writing. Figures are medians of interleaved rounds.
"""

import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(PACKAGE, "Samples", "Clients", "python"))
sys.dont_write_bytecode = True

import figures  # noqa: E402
from decant import Decant  # noqa: E402


def record(generator):
    return {
        "id": generator.randrange(1 << 40),
        "name": "".join(generator.choices("abcdefghijklmnopqrstuvwxyzé ", k=20)),
        "tags": generator.choices(["walk", "river", "ridge", "tarn"], k=3),
        "position": {"latitude": generator.uniform(-90, 90), "longitude": generator.uniform(-180, 180)},
        "open": generator.random() < 0.5,
    }


def elapsed(body):
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def rounds(count, bodies):
    """Returns the median time of each body, whose runs are interleaved."""
    times = [[elapsed(body) for body in bodies] for _ in range(count)]
    return [statistics.median(column) for column in zip(*times)]


def small_requests(options, executable, documents):
    expected = [json.loads(document) for document in documents]
    sample = documents[:options.sample]
    lines = tempfile.NamedTemporaryFile(suffix=".jsonl")
    lines.write(b"\n".join(documents) + b"\n")
    lines.flush()
    with Decant(executable) as decant:
        def one_by_one():
            for document in documents:
                decant.convert(document, "json", "json", compact=True)

        def pipelined():
            for _ in decant.convert_all(documents, "json", "json", compact=True):
                pass

        def as_lines():
            subprocess.run(
                [executable, "-f", "jsonl", "-t", "jsonl", lines.name], stdout=subprocess.DEVNULL, check=True)

        def start_each(command):
            def body():
                for document in sample:
                    subprocess.run(command, input=document, stdout=subprocess.DEVNULL, check=True)
            return body

        results = list(decant.convert_all(documents, "json", "json", compact=True))
        if [json.loads(result) for result in results] != expected:
            sys.exit("the service changed a document")
        bodies = [one_by_one, pipelined, as_lines, start_each([executable, "-f", "json", "-t", "json", "-c"])]
        if shutil.which("jq"):
            bodies.append(start_each(["jq", "-c", "."]))
        times = rounds(options.runs, bodies)
    count = len(documents)
    times = [time / (count if index < 3 else len(sample)) for index, time in enumerate(times)]
    one, ahead, itself, started = times[:4]
    rows = [("one service, one by one", one), ("one service, sent ahead", ahead), ("the conversion itself", itself),
            ("a process of decant for each", started)]
    if len(times) > 4:
        rows.append(("a process of jq for each", times[4]))
    figures.section("The service", f"""
        {count:,} JSON records of {sum(map(len, documents)) // count} bytes become compact JSON, by a client in Python: microseconds
        that pass for each. The conversion itself is one run of decant over the same records as JSON Lines. Processes are started
        for a sample of {len(sample)}.""")
    figures.table(["", "µs"], [[name, f"{seconds * 1e6:.1f}"] for name, seconds in rows])


def large_requests(options, executable, generator):
    parts = []
    size = 0
    while size < 500_000:
        parts.append(record(generator))
        size += len(json.dumps(parts[-1]))
    document = json.dumps(parts).encode()
    services = [Decant(executable, jobs=jobs) for jobs in (1, 2)]
    document = bytes(services[0].convert(document, "json", "yaml"))

    def body(service):
        def run():
            for _ in service.convert_all([document] * 60, "yaml", "json"):
                pass
        return run

    start = [processor_time(service.pid) for service in services]
    one, two = rounds(options.runs, [body(service) for service in services])
    spent = [(processor_time(service.pid) - time) / options.runs for service, time in zip(services, start)]
    for service in services:
        service.close()
    megabytes = 60 * len(document) / 1e6
    figures.paragraph(f"""
        60 documents of {len(document) // 1000} kB, YAML to JSON, sent ahead: {megabytes / one:.0f} MB/s with `--jobs 1`, and
        {megabytes / two:.0f} with `--jobs 2`, which takes {spent[1] / max(spent[0], 0.01):.2f} times the processor time.""")


def processor_time(pid):
    """Returns the seconds that a process has computed, or 0 where the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat") as status:
            fields = status.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = figures.arguments(__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="small documents (10000)")
    parser.add_argument("--sample", type=int, default=200, help="processes started for each document (200)")
    options = figures.parsed(parser)
    executable = options.decant
    generator = random.Random(14)
    documents = [json.dumps(record(generator)).encode() for _ in range(options.count)]
    small_requests(options, executable, documents)
    large_requests(options, executable, generator)


if __name__ == "__main__":
    main()
