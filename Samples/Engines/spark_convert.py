"""Converts data with decant inside Apache Spark.

    spark-submit --files /path/to/decant --py-files Samples/Clients/python/decant.py \\
      Samples/Engines/spark_convert.py records INPUT OUTPUT --rejects REJECTS --max-rejects 100

`records` converts JSON Lines: the lines of each partition go through one decant by `RDD.pipe`. OUTPUT has text
files, whose lines are in the order of the input. `files` converts whole files: each partition starts one
`decant serve` and sends it the files. OUTPUT has Parquet files with the columns `path` and `content`.

What cannot be converted is left out of OUTPUT and written to REJECTS, as JSON Lines that contain the reason, the
place and the record or path. The conversion is complete and counted before anything is written, so that a job with
too many rejects writes no OUTPUT. Spark then commits the output of tasks: an OUTPUT with `_SUCCESS` is complete,
and has each record once, whatever failed, was repeated or ran twice.

The script is the same for `--master local[*]`, `local-cluster[2,1,1024]` and a cluster. It prints the counts as a
JSON object. The exit status is 0, or 65 if there were more rejects than `--max-rejects`.
"""

import argparse
import collections
import json
import os
import shlex
import sys

from pyspark import SparkFiles
from pyspark.sql import SparkSession
from pyspark.storagelevel import StorageLevel

# The command of each task of `records`. decant writes the good records first. Each rejected record
# follows as a line of '#', which begins no JSON value, the error, a tab, and the record, found by
# its line number. Any other failure of decant fails the task.
PIPE = r"""
decant=./decant; [ -x "$decant" ] || decant=$DECANT
folder=$(mktemp -d) || exit 74
trap 'rm -rf "$folder"' EXIT
trap 'exit 70' HUP INT TERM
tee "$folder/input" | {
  "$decant" "$@" --on-error skip --error-format json 2>"$folder/errors"
  echo $? >"$folder/status"
}
status=$(cat "$folder/status")
grep '^{"severity":"error"' "$folder/errors" >"$folder/rejects"
grep -v '^{"severity":"error"' "$folder/errors" >&2
if [ "$status" = 65 ] && [ -s "$folder/rejects" ]; then
  awk '
    NR == FNR { match($0, /"line":[0-9]+/); error[substr($0, RSTART + 7, RLENGTH - 7)] = $0; next }
    FNR in error { print "#" error[FNR] "\t" $0 }
  ' "$folder/rejects" "$folder/input" || exit
  [ "$(wc -l <"$folder/rejects")" -eq "$(grep -c '"line":[0-9]' "$folder/rejects")" ] || exit 70
  status=0
fi
exit "$status"
"""


def reject(partition, line):
    """Returns the entry of the rejects for a line that begins with '#'."""
    error, record = line[1:].split("\t", 1)
    error = json.loads(error)
    entry = {name: error[name] for name in ("message", "column", "path", "hint") if error.get(name)}
    return json.dumps({**entry, "partition": partition, "line": error["line"], "record": record})


def is_reject(line):
    return line.startswith("#")


def convert_records(context, options):
    """Returns the number of good and bad records, and functions that write them."""
    lines = context.textFile(options.input, options.partitions)
    command = ["sh", "-c", PIPE, "sh", "-f", options.source, "-t", options.target, *decant_options(options)]
    environment = {"DECANT": SparkFiles.get("decant"), "PATH": os.environ["PATH"], "LC_ALL": "C"}
    converted = lines.pipe(shlex.join(command), environment, checkCode=True)
    # What is lost with an executor is computed again, with the same result.
    converted.persist(StorageLevel.DISK_ONLY)
    counts = converted.map(is_reject).countByValue()

    def write_rejects():
        converted.mapPartitionsWithIndex(
            lambda index, part: (reject(index, line) for line in part if is_reject(line))
        ).saveAsTextFile(options.rejects)

    def write_output():
        converted.filter(lambda line: not is_reject(line)).saveAsTextFile(options.output)

    return counts[False], counts[True], write_output, write_rejects


def file_converter(source, target, options):
    """Returns a function that converts the files of a partition: pairs of paths and contents."""

    def convert(files):
        from decant import Converted, Decant

        paths = collections.deque()

        def contents():
            for path, content in files:
                paths.append(path)
                yield content

        with Decant(SparkFiles.get("decant")) as decant:
            results = decant.convert_all(
                contents(), source, target, ahead=16, return_exceptions=True, **options)
            for result in results:
                path = paths.popleft()
                if isinstance(result, Converted):
                    yield path, bytearray(result), None
                    continue
                if result.kind not in ("input", "size", "timeout"):
                    # A wrong option or a defect is not an error in the file.
                    raise result
                entry = {"path": path, "kind": result.kind, "message": result.message}
                for name in ("line", "column", "offset", "hint"):
                    if getattr(result, name) is not None:
                        entry[name] = getattr(result, name)
                if result.path:
                    entry["value"] = result.path
                yield path, None, json.dumps(entry)

    return convert


def convert_files(session, options):
    """Returns the number of good and bad files, and functions that write them."""
    named = {}
    for option in options.option:
        name, _, value = option.partition("=")
        named[name] = value or True
    source = None if options.source == "auto" else options.source
    files = session.sparkContext.binaryFiles(options.input, options.partitions)
    converted = files.mapPartitions(file_converter(source, options.target, named))
    converted.persist(StorageLevel.DISK_ONLY)
    counts = converted.map(lambda row: row[1] is None).countByValue()

    def write_rejects():
        converted.filter(lambda row: row[1] is None).map(lambda row: row[2]).saveAsTextFile(options.rejects)

    def write_output():
        good = converted.filter(lambda row: row[1] is not None).map(lambda row: row[:2])
        session.createDataFrame(good, "path string, content binary").write.parquet(options.output)

    return counts[False], counts[True], write_output, write_rejects


def decant_options(options):
    """Returns options as the command line has them: 'indent=4' is '--indent 4', 'compact' is '--compact'."""
    words = []
    for option in options.option:
        name, equals, value = option.partition("=")
        words += [f"--{name}", value] if equals else [f"--{name}"]
    return words


def ship(context, options):
    """Sends the executable and the client to the executors, unless `--files` and `--py-files` did."""
    if options.decant:
        context.addFile(os.path.abspath(options.decant))
    if options.client:
        context.addPyFile(os.path.abspath(options.client))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=["records", "files"])
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--rejects", required=True, help="where to write what could not be converted")
    parser.add_argument("--max-rejects", type=int, default=0, help="more than these fail the job (0)")
    parser.add_argument("-f", "--from", dest="source", help="the format to read (jsonl; files: 'auto')")
    parser.add_argument("-t", "--to", dest="target", help="the format to write (jsonl; files: json)")
    parser.add_argument(
        "-o", "--option", action="append", default=[], help="an option of decant: -o compact -o indent=4")
    parser.add_argument("--partitions", type=int, help="the least number of partitions")
    parser.add_argument("--decant", help="the executable, instead of 'spark-submit --files'")
    parser.add_argument("--client", help="decant.py, instead of 'spark-submit --py-files'")
    options = parser.parse_args()
    is_records = options.mode == "records"
    options.source = options.source or ("jsonl" if is_records else "auto")
    options.target = options.target or ("jsonl" if is_records else "json")
    if is_records and (options.source, options.target) != ("jsonl", "jsonl"):
        parser.error("records are JSON Lines; shape them with -o, or use 'files'")

    session = (
        SparkSession.builder.appName(f"decant {options.mode}")
        # Version 2 moves files when a task commits, so a job that fails later would leave them.
        .config("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "1")
        # Only a line feed ends a record; a carriage return is white space in JSON.
        .config("spark.hadoop.textinputformat.record.delimiter", "\n")
        .getOrCreate()
    )
    ship(session.sparkContext, options)
    convert = convert_records(session.sparkContext, options) if is_records else convert_files(session, options)
    good, bad, write_output, write_rejects = convert
    if bad:
        write_rejects()
    is_refused = bad > options.max_rejects
    if not is_refused:
        write_output()
    print(json.dumps({"good": good, "rejects": bad, "written": not is_refused}))
    session.stop()
    if is_refused:
        print(f"{bad} rejects are more than --max-rejects {options.max_rejects}", file=sys.stderr)
        sys.exit(65)


if __name__ == "__main__":
    main()
