#!/bin/sh
# Runs the fuzz targets with libFuzzer: sh Tests/Fuzz/run.sh [SECONDS|briefly [TARGET...]]
#
# Each target runs for SECONDS (default 60); its corpus is in .build/fuzz. With "briefly", most
# inputs are the same in each run, for at most five seconds (for continuous integration). Failing
# inputs are kept in Tests/Fuzz/Regressions, which the ordinary tests replay.
#
# The target "executable" is Executable/fuzz.py, which knows only the executable that DECANT names, else the one that
# Tests/first-command.sh has left, else the one in PATH. What fails is kept in .build/fuzz/executable.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- json json5 jsonl json-seq yaml yaml-parsers toml xml1 binary1 cbor msgpack csv tsv openstep keyedarchive service \
  schema edit-json5 edit-yaml edit-xml1 edit-openstep edit-toml edit-binary1 edit-cbor edit-msgpack edit-keyedarchive \
  changes types archive plutil git-filter executable

build=.build/fuzz
mkdir -p "$build" Tests/Fuzz/Regressions
[ "$*" = executable ] || sh Tests/Fuzz/build.sh

seeds=$build/seeds
mkdir -p "$seeds"
for file in Samples/*.json Samples/*.json5 Samples/*.jsonc Samples/*.jsonl Samples/*.geojson \
  Samples/*.plist Samples/*.strings Samples/*.pbxproj; do
  # The first byte of an input selects its chunks.
  { printf 'A'; cat "$file"; } >"$seeds/$(basename "$file")"
done
# An object of each kind: {"a": [5, 1.5, "é", a date, data, a uid, true]}.
printf 'Abplist00\321\001\002Qa\247\003\004\005\006\007\010\011\020\005#?\370\000\000\000\000\000\000a\000\3513A\310\\Y\024\017\276wCabc\200\007\011\010\013\015\025\027\040#,02\000\000\000\000\000\000\001\001\000\000\000\000\000\000\000\012\000\000\000\000\000\000\000\000\000\000\000\000\000\000\0003' \
  >"$seeds/binary"
printf 'A# a\n[b."c"] # d\ne = [1, 0x1F, 1.5e3, '\''f'\'', """\ng\\\n h""", { i.j = true, k = inf }]\nl = 1979-05-27 07:32:00-07:00\nm = 07:32\n\n[[n]]\no.p = 2026-11-21\n[[n]]\n[n.q]\n' \
  >"$seeds/toml"
# {"a": [1.5, 0.1, 1000, "ab", data, an integer beyond 64 bits, a date, a tag, undefined], 1: {2: -1}}.
printf 'A\331\331\367\242aa\211\371>\000\373?\271\231\231\231\231\231\232\031\003\350\177aaabb\377_A\001\377\302I\001\000\000\000\000\000\000\000\000\300t2013-03-21T20:04:00Z\330 aa\367\001\241\002 ' >"$seeds/cbor"
printf 'A\202\241a\230\313?\271\231\231\231\231\231\232\312?\300\000\000\315\003\350\242\303\251\327\377\241\334\327\310ZJ\366\245\304\002\001\002\334\000\001\001\324\005a\001\337\000\000\000\001\002\377' >"$seeds/msgpack"
printf 'Aping id=1\nconvert id=2 from=yaml to=json bytes=5\na: 1\ncheck bytes=2\n[]formats\nquit\n' >"$seeds/requests"
printf 'Aa,"b;c",d\r\n1.50,"x ""y""\nz",\r\n\r\n\303\251,"{""a"":[1]}",true' >"$seeds/csv"
cat >"$seeds/schema" <<'END'
A{$defs: {a: {anyOf: [{$ref: '#'}, {pattern: "^(a|b)+$"}]}}, properties: {x: {$ref: '#/$defs/a'}}, unevaluatedProperties: false}
{x: {x: ab}, y: [1, 1.0]}
END
printf '\000\000{"a": [1, {"b": 2}], "c": "x"}\n=====\n{"a": [1, {"b": 3}, 4], "d": null}' >"$seeds/changes.json"
printf '\001\000a: 1 # b\nc: [x, y]\n=====\na: 2\nc: [y, x]\n' >"$seeds/changes.yaml"
printf '\000$archiver: decant\n$version: 1\n$type: x\n$schema: 1\n$digest: sha256:0\n$root: [1, {a: b}]\n' >"$seeds/archive"
printf '\000-extract a.0.b xml1 -o - -\n{ a = ( { b = c; } ); "d e" = <0fbd>; }\n' >"$seeds/plutil"
printf 'A0016git-filter-client\n000eversion=2\n00000015capability=clean\n0016capability=smudge\n00000012command=clean\n0010pathname=a\n0000000bbplist000000' >"$seeds/packets"
cat >"$build/dictionary" <<'END'
"\x0a=====\x0a"
"\xc3\xa9"
"e\xcc\x81"
"\x0d\x0a"
"%TAG !a! tag:b,\x0a"
"!a!b "
"{\"op\": \"move\", \"from\": \"/a\", \"path\": \"/b\"}"
"$root: "
"0000"
"0012command=clean\x0a"
"000dcommand=smudge\x0a"
"-extract "
"-replace "
"<<: *a"
"$ref: "
"'#/"
"allOf: ["
"oneOf: ["
"unevaluatedItems: "
"additionalProperties: "
"uniqueItems: true"
"(?="
"(?<!"
"{2,3}"
"[^a-z]"
"\\p{L}"
"\\b"
"bplist00"
"\xd9\xd9\xf7"
"\xc4\x82\x20"
"\x7f"
"\xbf"
"\xd7\xff"
"\xc7\x0c\xff"
"true"
"false"
"null"
"NaN"
"Infinity"
"//"
"/*"
"*/"
"\\u"
"\\ud83d\\ude00"
"\\x41"
"\\\x0d\x0a"
"0x1F"
"1e-5"
"\"a\":"
"\xef\xbb\xbf"
"\xff\xfe"
"\xe2\x80\xa8"
"\x1e"
"{\"a\":1}\x0a"
"---\x0a"
"...\x0a"
"- "
": "
"? "
"&a "
"*a"
"!!int "
"!x "
"|\x0a "
">-\x0a "
"%YAML 1.1\x0a"
" #"
"<plist version=\"1.0\">"
"</plist>"
"<dict>"
"</dict>"
"<dict/>"
"<array>"
"</array>"
"<key>"
"</key>"
"<string>"
"</string>"
"<integer>0x1F</integer>"
"<real>-1.5e3</real>"
"<real>+infinity</real>"
"<true/>"
"<false></false>"
"<date>2026-11-21T09:30:00Z</date>"
"<data>AQID</data>"
"<key>CF$UID</key><integer>5</integer></dict>"
"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
"<!DOCTYPE plist>"
"<![CDATA["
"]]>"
"<!--"
"-->"
"&amp;"
"&#x1F600;"
"&#13;"
"<\x00"
"\x00<\x00"
"\\U00e9"
"\\Ud83d\\Ude00"
"\\376"
"<0fbd>"
"<*I5>"
"<*D2026-11-21 09:30:00 +0000>"
"<[AAAA]>"
"a = b;"
"a = 1\x0a"
"[a]\x0a"
"[[a]]\x0a"
"a.b"
"{ a = 1 }"
"a.b = 1\x0a"
"[a.b]\x0a"
"a = [1, 2]\x0a"
"'''"
" # x\x0a"
"\"\"\"\x0a"
"1979-05-27T07:32:00Z"
"07:32"
"0xFF"
"1_000"
"convert"
" bytes=5"
" fidelity=tagged"
END

decant=${DECANT-}
[ -n "$decant" ] || decant=$(ls .build/shipped/decant 2>/dev/null || command -v decant || true)

timeout=10
case $seconds in
briefly)
  # Of a busy machine; the slowest input takes less than a second.
  timeout=60
  # With the same seed, hashes and an empty corpus, libFuzzer repeats most inputs.
  export SWIFT_DETERMINISTIC_HASHING=1
  amount="-max_total_time=5 -runs=20000 -seed=1" corpora=$build/repeated
  rm -rf "$corpora"
  ;;
*) amount="-max_total_time=$seconds" corpora=$build ;;
esac

# fuzz TARGET: what it prints goes to a log.
fuzz() {
  if [ "$1" = executable ]; then
    # With the same seed, inputs are the same.
    if [ "$seconds" = briefly ]; then set -- "$1" 20 --seed 1; else set -- "$1" "$seconds"; fi
    shift
    python3 Tests/Fuzz/Executable/fuzz.py --decant "$decant" --seconds "$@" >"$build/executable.log" 2>&1
    return
  fi
  mkdir -p "$corpora/corpus-$1"
  # shellcheck disable=SC2086 # the amount is meant to be split
  ASAN_OPTIONS=detect_leaks=0 DECANT_FUZZ_TARGET=$1 "$build/target" $amount -max_len=512 -timeout=$timeout \
    -rss_limit_mb=2048 -dict="$build/dictionary" -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="Tests/Fuzz/Regressions/$1-" "$corpora/corpus-$1" "$seeds" >"$build/$1.log" 2>&1
}

# show TARGET STATUS
show() {
  echo "== $1, $amount"
  cat "$build/$1.log"
  [ "$2" -eq 0 ] || failed="$failed $1"
}

failed=
while [ $# -gt 0 ]; do
  first=$1 second=
  shift
  if [ "$seconds" = briefly ] && [ $# -gt 0 ]; then
    second=$1
    shift
    fuzz "$second" &
  fi
  status=0
  fuzz "$first" || status=$?
  show "$first" $status
  if [ -n "$second" ]; then
    status=0
    wait $! || status=$?
    show "$second" $status
  fi
done

[ -n "$failed" ] || { echo "PASSED: nothing found"; exit; }
for target in $failed; do
  echo "== $target failed"
  grep -aE 'Fatal error|ERROR:|SUMMARY:|ALARM:|Base64:|Test unit' "$build/$target.log" || tail -n 5 "$build/$target.log"
done
echo "FAILED: see Tests/Fuzz/Regressions and .build/fuzz/executable"
exit 1
