#!/bin/sh
# Runs decant in other engines, as Samples/Engines shows, and checks the results: sh Tests/engines.sh
#
#   --installed   leave out what is not installed, and name it, instead of installing it
#
# DECANT is the executable (default: built here). PySpark is installed in .build/engines.
set -eu
cd "$(dirname "$0")/.."
. Tests/setup.sh

if [ -z "${DECANT-}" ]; then
  set_up_build
  set_release_options
  # shellcheck disable=SC2086
  swift build $tool_options --product decant >/dev/null
  # shellcheck disable=SC2086
  DECANT=$(swift build $tool_options --show-bin-path)/decant
fi
root=$(pwd)
environment=$root/.build/engines/venv
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. Tests/checks.sh

has_spark() {
  has_or_installs java openjdk-17-jre-headless openjdk@17 || return 1
  [ -x "$environment/bin/spark-submit" ] && return
  $installed_only && return 1
  python3 -m venv "$environment" 2>/dev/null || {
    install python3-venv python3
    python3 -m venv "$environment"
  }
  say "installing: PySpark"
  "$environment/bin/pip" install -q 'pyspark>=4,<5' || fail "PySpark cannot be installed in $environment"
}

# Records with non-ASCII text, carriage returns, and an invalid record in the middle.
awk 'BEGIN {
  for (i = 0; i < 20000; i++) {
    if (i == 9999) print "{\"id\": 9999, \"name\": ]}"
    else printf "{\"name\": \"Größe %d\",%s\"id\": %d, \"real\": %d.50}\n", i % 977, i % 5 ? " " : "\r", i, i
  }
}' >"$folder/bad.jsonl"
sed 10000d "$folder/bad.jsonl" >"$folder/good.jsonl"
"$DECANT" -f jsonl -t jsonl --sort-keys "$folder/good.jsonl" >"$folder/expected.jsonl"
mkdir "$folder/files"
number=0
while [ $number -lt 60 ]; do
  printf 'number: %d\nname: Größe\nlist:\n  - a: 1.50\n' $number >"$folder/files/$number.yaml"
  number=$((number + 1))
done
printf 'a:\n\tb: 1\n' >"$folder/files/bad.yaml"

# One job runs this instead of decant: it kills the executor during the first task.
mkdir "$folder/killer" "$folder/broken"
cat >"$folder/killer/decant" <<SCRIPT
#!/bin/sh
if mkdir "$folder/first" 2>/dev/null; then
  if [ "\$1" = serve ]; then head -c 200 >/dev/null; else head -n 100 | "$DECANT" "\$@"; fi
  pid=\$\$
  while [ "\$pid" -gt 1 ]; do
    if tr '\\0' ' ' <"/proc/\$pid/cmdline" | grep -q CoarseGrainedExecutorBackend; then
      touch "$folder/killed"
      kill -9 "\$pid"
      exit 70
    fi
    pid=\$(awk '/^PPid:/ { print \$2 }' "/proc/\$pid/status")
  done
fi
exec "$DECANT" "\$@"
SCRIPT
# Fails after part of the result.
cat >"$folder/broken/decant" <<SCRIPT
#!/bin/sh
head -n 100 | "$DECANT" "\$@"
exit 70
SCRIPT
chmod +x "$folder/killer/decant" "$folder/broken/decant"

# spark MASTER EXECUTABLE ARGUMENT...
spark() {
  master=$1 executable=$2
  shift 2
  (
    cd "$folder"
    PYSPARK_PYTHON=$environment/bin/python SPARK_LOCAL_IP=127.0.0.1 "$environment/bin/spark-submit" \
      --master "$master" --conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 \
      --files "$executable" --py-files "$root/Samples/Clients/python/decant.py" \
      "$root/Samples/Engines/spark_convert.py" "$@" >"$folder/counts" 2>"$folder/log"
  )
}

# Whether the output is complete and identical to decant's, in the same order.
is_expected() {
  [ -e "$1/_SUCCESS" ] && cat "$1"/part-* | cmp - "$folder/expected.jsonl"
}

counts_are() {
  grep -qx "{\"good\": $1, \"rejects\": $2, \"written\": $3}" "$folder/counts" || {
    cat "$folder/counts" >&2
    return 1
  }
}

has_none() {
  for output; do [ ! -e "$folder/$output" ] || return 1; done
}

has_status() {
  expected=$1
  shift
  status=0
  "$@" || status=$?
  [ "$status" -eq "$expected" ]
}

# Spark itself reads the Parquet files. The rejects of OUTPUT are in OUTPUT-rejects.
cat >"$folder/compare.py" <<'SCRIPT'
import glob, os, subprocess, sys
from pyspark.sql import SparkSession
decant, files, *outputs = sys.argv[1:]
session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", False).getOrCreate()
expected = {}
for name in glob.glob(f"{files}/*.yaml"):
    run = subprocess.run([decant, "-f", "yaml", "-t", "json", name], capture_output=True)
    if run.returncode == 0:
        expected[os.path.basename(name)] = run.stdout
for output in outputs:
    rows = session.read.parquet(output).collect()
    found = [(os.path.basename(row.path), bytes(row.content)) for row in rows]
    assert sorted(found) == sorted(expected.items()), f"{output}: {len(found)} files"
    rejected = session.read.json(f"{output}-rejects").collect()
    assert [(os.path.basename(row.path), row.line) for row in rejected] == [("bad.yaml", 2)], rejected
SCRIPT

has_every_file_once() {
  for output; do set -- "$@" "$folder/$output"; shift; done
  SPARK_LOCAL_IP=127.0.0.1 "$environment/bin/python" "$folder/compare.py" "$DECANT" "$folder/files" "$@" 2>"$folder/log"
}

if has_spark; then
  jsonl="-f jsonl -t jsonl --partitions 4 -o sort-keys"

  # shellcheck disable=SC2086
  check "Spark: records, of which one is bad" \
    spark 'local[*]' "$DECANT" records bad.jsonl some --rejects some-rejects --max-rejects 1 $jsonl
  check "Spark: the same bytes in the same order" is_expected "$folder/some"
  check "Spark: counts" counts_are 19999 1 true
  check "Spark: the bad record is kept" grep -qF '"record": "{\"id\": 9999, \"name\": ]}"' "$folder"/some-rejects/part-*

  # shellcheck disable=SC2086
  check "Spark: too many rejects fail the job" has_status 65 \
    spark 'local[*]' "$DECANT" records bad.jsonl many --rejects many-rejects $jsonl
  check "Spark: a job that fails writes nothing" [ ! -e "$folder/many" ]
  check "Spark: its rejects are written" [ -e "$folder/many-rejects/_SUCCESS" ]

  # shellcheck disable=SC2086
  check "Spark: the status of a task is checked" has_status 1 \
    spark 'local[*]' "$folder/broken/decant" records good.jsonl failed --rejects failed-rejects $jsonl
  check "Spark: the job reports it" grep -q 'PIPE_FUNCTION_EXITED' "$folder/log"
  check "Spark: nothing half-written" has_none failed failed-rejects

  check "Spark: files, of which one is bad" \
    spark 'local[*]' "$DECANT" files files whole --rejects whole-rejects --max-rejects 1 -f yaml -t json
  files=whole

  if [ "$(uname)" = Linux ]; then
    # shellcheck disable=SC2086
    check "Spark: records, with an executor killed in a task" \
      spark 'local-cluster[2,1,1024]' "$folder/killer/decant" records good.jsonl killed-records --rejects none $jsonl
    check "Spark: it was killed" [ -e "$folder/killed" ]
    check "Spark: Spark has noticed" grep -q 'Lost executor' "$folder/log"
    check "Spark: each record once" is_expected "$folder/killed-records"
    rm -r "$folder/first" "$folder/killed"

    check "Spark: files, with an executor killed in a task" \
      spark 'local-cluster[2,1,1024]' "$folder/killer/decant" files files killed-files \
      --rejects killed-files-rejects --max-rejects 1 -f yaml -t json
    check "Spark: it was killed" [ -e "$folder/killed" ]
    files="$files killed-files"
  else
    leave_out "a killed executor, which is found in /proc"
  fi
  # shellcheck disable=SC2086
  check "Spark: each file once, as decant alone converts it" has_every_file_once $files
else
  leave_out "Spark: java, or PySpark in .build/engines, is not installed"
fi

cd "$folder"
if has_or_installs parallel parallel parallel; then
  check "parallel: the same bytes in the same order" sh -c '
    parallel --will-cite --pipepart -k -j 2 --block 100k -a good.jsonl "$1" -f jsonl -t jsonl --sort-keys >parallel.jsonl &&
      cmp parallel.jsonl expected.jsonl' sh "$DECANT"
  check "parallel: a bad record fails one job, and is left out" sh -c '
    parallel --will-cite --pipepart -k -j 2 --block 100k -a bad.jsonl \
      "$1" -f jsonl -t jsonl --sort-keys --on-error skip >parallel.jsonl 2>errors
    [ $? -eq 1 ] && cmp parallel.jsonl expected.jsonl && grep -q ": error: expected a value" errors' sh "$DECANT"
else
  leave_out "parallel, which is not installed"
fi

check "xargs: each file" sh -c '
  find files -name "[0-9]*.yaml" -print0 | xargs -0 -P 2 -I "{}" "$1" -f yaml -t json -o "{}.json" "{}" &&
    [ "$(ls files/*.json | wc -l)" -eq 60 ] &&
    "$1" -f yaml -t json files/59.yaml | cmp - files/59.yaml.json' sh "$DECANT"
check "xargs: a bad file is named" sh -c '
  find files -name "*.yaml" -print0 | xargs -0 -P 2 -n 20 "$1" check >out 2>&1
  [ $? -eq 123 ] && grep -q "files/bad.yaml:2:1: error: " out' sh "$DECANT"

leave_out "Hadoop Streaming, which needs a distribution of Hadoop"
say "PASSED: engines$left_out"
