#!/bin/sh
# Tests of the client, with `decant` on the path: sh test-decant.sh. The status is 1 if a test fails.
cd "$(dirname "$0")" || exit
. ./decant.sh

failed=0
expect() {
  if [ "$2" = "$3" ]; then
    echo "ok: $1"
  else
    printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
    failed=1
  fi
}

decant_start
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect 'converts' '{"name":"Caffè"}' "$(echo 'name: Caffè' | decant_convert yaml json compact=true)"
expect 'detects formats' '{"a":1}' "$(echo 'a: 1' | decant_convert - json compact)"
expect 'keeps each byte' "$(printf 'a: 1\n' | od -An -tx1)" \
  "$(printf '{"a": 1}' | decant_convert json yaml | od -An -tx1)"

json='{"b": {"c é": [1]}, "a": 2}'
expect 'passes options' '{"a":2,"b":{"c é":[1]}}' \
  "$(echo "$json" | decant_convert json json compact=true sort-keys=true)"
expect 'encodes values' '[1]' "$(echo "$json" | decant_convert json json compact=true 'at=/b/c é')"

decant_convert json json 'id=Größe 1%=' <<DOCUMENT >"$folder/output"
1
DOCUMENT
expect 'returns the identifier' 'Größe 1%=' "$DECANT_ID"

decant_convert json yaml >"$folder/output" 2>"$folder/errors" <<DOCUMENT
{"é": 1,
 "größe x": ]}
DOCUMENT
expect 'returns a status' 65 $?
expect 'reports the place of an error' 'input 2 13 24 /größe x' \
  "$DECANT_KIND $DECANT_LINE $DECANT_COLUMN $DECANT_OFFSET $DECANT_PATH"
expect 'reports an error' "decant: line 2, column 13: expected a value but found ']'" "$(cat "$folder/errors")"
expect 'writes no result of an error' '' "$(cat "$folder/output")"
for option in unknown=1 indent=x Upper=1 bytes=3; do
  echo 1 | decant_convert json json "$option" 2>"$folder/errors"
  expect "refuses $option" 64 $?
done
expect 'goes on after errors' 1 "$(echo 1 | decant_convert json yaml)"

printf '1\n{\n3\n' | decant_convert jsonl jsonl on-error=skip >"$folder/output" 2>"$folder/errors"
expect 'leaves out a bad record' '1 3' "$(tr '\n' ' ' <"$folder/output" | sed 's/ $//')"
expect 'reports a bad record' 1 "$(grep -c '"line":2' "$folder/errors")"
echo '{]' | decant_check json 2>"$folder/errors"
expect 'checks' 65 $?

text='logs: # where to
  level: info'
echo "$text" >"$folder/text"
decant_edit 'rename /logs log
set /log/level debug' yaml <"$folder/text" >"$folder/output"
expect 'edits' 'log: # where to
  level: debug true' "$(cat "$folder/output") $DECANT_CHANGED"
decant_edit 'delete /none' yaml once=true <"$folder/text" 2>"$folder/errors" >"$folder/output"
expect 'names the step that failed' "65 steps:1: delete /none" "$? $DECANT_STEP"
decant_edit 'set /logs/level debug' - diff=true file-name=a.yaml <"$folder/text" >"$folder/output"
expect 'shows a diff' '--- a/a.yaml' "$(head -n 1 "$folder/output")"
expect 'gets' 'info' "$(echo "$text" | decant_get /logs/level yaml)"
echo "$text" | decant_get /none - 2>"$folder/errors"
expect 'misses a value' 1 $?
echo 'a: 1' >"$folder/base"
echo 'a: 2' >"$folder/ours"
decant_diff "$folder/base" yaml <"$folder/ours" >"$folder/output"
expect 'compares' '~ /a: 1 -> 2 true' "$(cat "$folder/output") $DECANT_DIFFERS"
printf 'a: 1\nb: 1\n' | decant_merge "$folder/base" "$folder/ours" yaml >"$folder/output"
expect 'merges' 'a: 2 b: 1 ' "$(tr '\n' ' ' <"$folder/output")"
expect 'merges without a conflict' false "$(decant_merge "$folder/base" "$folder/base" yaml <"$folder/ours" \
  >"$folder/output" && echo "$DECANT_CONFLICTS")"
expect 'sends no part of an earlier request' '{"a":1}' "$(echo 'a: 1' | decant_convert yaml json compact)"

number=0
while [ $number -lt 200 ]; do
  echo "{\"a\": $number}" | decant_convert json yaml
  number=$((number + 1))
done >"$folder/output"
expect 'answers many requests' "$(awk 'BEGIN { for (i = 0; i < 200; i++) print "a: " i }')" "$(cat "$folder/output")"

kill -9 "$decant_pid"
echo '[1]' >"$folder/input"
decant_convert json json compact=true <"$folder/input" >"$folder/output"
expect 'restarts a killed service' 0:'[1]' "$?:$(cat "$folder/output")"
decant_convert json json compact=true <"$folder/input" >"$folder/output"
expect 'keeps the new service' 0:'[1]' "$?:$(cat "$folder/output")"

awk 'BEGIN { printf "["; for (i = 0; i < 50000; i++) printf "%s\"%0100dé\"", i ? ", " : "", i; print "]" }' \
  >"$folder/large"
decant_convert json yaml <"$folder/large" >"$folder/yaml"
decant_convert yaml json compact=true <"$folder/yaml" >"$folder/json"
expect 'converts large documents' "$(tr -d ' ' <"$folder/large" | cksum)" "$(cksum <"$folder/json")"

decant_stop
expect 'removes its files' '' "$(ls -d "$decant_folder" 2>/dev/null)"

DECANT_COMMAND=false
decant_start
decant_convert json json </dev/null 2>"$folder/errors"
expect 'gives up after the second death' 70 $?
decant_stop
exit $failed
