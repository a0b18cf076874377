# A client of `decant serve` for POSIX shells. Copy it, and source it:
#
#   . ./decant.sh
#   decant_start
#   decant_convert yaml json sort-keys=true <in.yaml >out.json || echo "line $DECANT_LINE" >&2
#   decant_get /hosts/0/name - <in.yaml
#   decant_edit 'set /logs/level debug' yaml <in.yaml >out.yaml
#   decant_stop
#
# Sends one request at a time. A service that dies is restarted, once per call. The protocol is in decant-serve(1).
# Requires `head -c` and `mktemp -d` in addition to POSIX, and uses the file descriptors 8 and 9.
# Calls in a pipeline run in a subshell, where the variables below are lost.

# The command that serves; options may be added: DECANT_COMMAND='decant serve --timeout 5'.
: "${DECANT_COMMAND:=decant serve}"

decant_start() {
  decant_folder=$(mktemp -d) && _decant_open
}

# decant_convert FROM TO [FIELD=VALUE...]
#
# Converts standard input to standard output; for '-' the service detects or chooses the format.
# Returns 0, or else the status that decant(1) has, and writes the error to standard error.
# DECANT_KIND, DECANT_LINE, DECANT_COLUMN, DECANT_OFFSET, DECANT_PATH, DECANT_PART and DECANT_HINT are the fields
# of the error, DECANT_ID the value of id=TEXT. Diagnostics are written to standard error, one JSON
# object per line.
decant_convert() {
  _decant_header=convert _decant_parts=
  _decant_add from "$1" && _decant_add to "$2" && shift 2 && _decant_ask "$@"
}

# decant_check FORMAT [FIELD=VALUE...]: validates standard input, with the same results.
decant_check() {
  _decant_header=check _decant_parts=
  _decant_add from "$1" && shift && _decant_ask "$@"
}

# decant_get PATH FORMAT [FIELD=VALUE...]: prints the values at a path in standard input; returns 1 if there is none.
decant_get() {
  _decant_header=get _decant_parts=
  _decant_add path "$1" && _decant_add from "$2" && shift 2 && _decant_ask "$@"
}

# decant_edit STEPS FORMAT [FIELD=VALUE...]: edits standard input by the lines of STEPS, see decant-edit(1).
#
# With diff=true it prints a unified diff. DECANT_STEP is the step that failed, DECANT_CHANGED whether the edit changes
# the document.
decant_edit() {
  _decant_header=edit _decant_parts=steps
  printf '%s\n' "$1" >"$decant_folder/steps" || return 74
  _decant_add from "$2" && shift 2 && _decant_ask "$@"
}

# decant_diff OLD FORMAT [FIELD=VALUE...]: compares the values in the file OLD with those in standard input.
#
# DECANT_DIFFERS is whether there is a difference.
decant_diff() {
  _decant_header=diff _decant_parts=old
  cat <"$1" >"$decant_folder/old" || return 66
  _decant_add from "$2" && shift 2 && _decant_ask "$@"
}

# decant_merge BASE OURS FORMAT [FIELD=VALUE...]: merges the edits OURS and standard input of the file BASE.
#
# DECANT_CONFLICTS is whether there are conflicts.
decant_merge() {
  _decant_header=merge _decant_parts='base ours'
  cat <"$1" >"$decant_folder/base" && cat <"$2" >"$decant_folder/ours" || return 66
  _decant_add from "$3" && shift 3 && _decant_ask "$@"
}

# Ends the service and removes its files.
decant_stop() {
  exec 8<&- 9>&-
  wait "$decant_pid" 2>/dev/null
  rm -rf "$decant_folder"
}

_decant_open() {
  rm -f "$decant_folder/requests" "$decant_folder/replies"
  mkfifo "$decant_folder/requests" "$decant_folder/replies" || return 74
  # With the client's ends open, the service would never see the end of its input.
  $DECANT_COMMAND <"$decant_folder/requests" >"$decant_folder/replies" 8<&- 9>&- &
  decant_pid=$!
  exec 9>"$decant_folder/requests" 8<"$decant_folder/replies"
}

_decant_add() {
  [ "$2" != - ] || return 0
  case $1 in
    # An invalid name would end the service.
    *[!a-z-]* | bytes | '')
      printf "decant: invalid option '%s'\n" "$1" >&2
      return 64
      ;;
  esac
  _decant_header="$_decant_header $1=$(_decant_encode "$2")"
}

_decant_ask() {
  for _decant_field; do
    case $_decant_field in
      *=*) _decant_add "${_decant_field%%=*}" "${_decant_field#*=}" || return ;;
      *) _decant_add "$_decant_field" true || return ;;
    esac
  done
  : >"$decant_folder/payload"
  for _decant_part in $_decant_parts; do
    cat "$decant_folder/$_decant_part" >>"$decant_folder/payload" || return 74
    _decant_header="$_decant_header $_decant_part=$(($(wc -c <"$decant_folder/$_decant_part")))"
  done
  cat >>"$decant_folder/payload" || return 74
  _decant_header="$_decant_header bytes=$(($(wc -c <"$decant_folder/payload")))"
  if [ ${#_decant_header} -gt 65536 ]; then
    echo 'decant: the options are too long for a request' >&2
    return 64
  fi
  _decant_exchange || { exec 8<&- 9>&- && _decant_open && _decant_exchange; } || {
    echo 'decant: the service died twice without a reply' >&2
    return 70
  }
  if [ "$_decant_notes" -gt 0 ]; then tail -c "$_decant_notes" "$decant_folder/reply" >&2; fi
  if [ "$_decant_word" = ok ]; then
    head -c "$_decant_size" "$decant_folder/reply"
    return
  fi
  _decant_place=${DECANT_LINE:+"line $DECANT_LINE, column $DECANT_COLUMN: "}
  printf 'decant: %s%s\n' "$_decant_place" "$(head -c "$_decant_size" "$decant_folder/reply")" >&2
  case $DECANT_KIND in
    missing) return 1 ;;
    usage) return 64 ;;
    framing | defect) return 70 ;;
    *) return 65 ;;
  esac
}

# Fails if the service dies before the end of its reply.
_decant_exchange() {
  # A subshell writes, because SIGPIPE ends the process that writes to a broken pipe. The service
  # answers only after it has read the whole request, so writing and reading can take turns.
  (printf '%s\n' "$_decant_header" && exec cat "$decant_folder/payload") >&9 2>/dev/null || return
  # `read` reads single bytes from a pipe, so it leaves the payload there.
  IFS= read -r _decant_reply <&8 || return
  _decant_parse
  # There is no other request, so all following bytes belong to this reply.
  head -c $((_decant_size + _decant_notes)) <&8 >"$decant_folder/reply"
  [ $(($(wc -c <"$decant_folder/reply"))) -eq $((_decant_size + _decant_notes)) ]
}

_decant_parse() {
  DECANT_KIND= DECANT_LINE= DECANT_COLUMN= DECANT_OFFSET= DECANT_PATH= DECANT_HINT= DECANT_ID=
  DECANT_PART= DECANT_STEP= DECANT_CHANGED= DECANT_DIFFERS= DECANT_CONFLICTS=
  _decant_size=0 _decant_notes=0 _decant_word=${_decant_reply%% *}
  _decant_rest=${_decant_reply#"$_decant_word"}
  while [ -n "$_decant_rest" ]; do
    _decant_rest=${_decant_rest# }
    _decant_field=${_decant_rest%% *}
    _decant_rest=${_decant_rest#"$_decant_field"}
    _decant_value=${_decant_field#*=}
    case $_decant_field in
      bytes=*) _decant_size=$_decant_value ;;
      diagnostics=*) _decant_notes=$_decant_value ;;
      kind=*) DECANT_KIND=$_decant_value ;;
      line=*) DECANT_LINE=$_decant_value ;;
      column=*) DECANT_COLUMN=$_decant_value ;;
      offset=*) DECANT_OFFSET=$_decant_value ;;
      part=*) DECANT_PART=$_decant_value ;;
      step=*) DECANT_STEP=$(_decant_decode "$_decant_value") ;;
      changed=*) DECANT_CHANGED=$_decant_value ;;
      differs=*) DECANT_DIFFERS=$_decant_value ;;
      conflicts=*) DECANT_CONFLICTS=$_decant_value ;;
      path=*) DECANT_PATH=$(_decant_decode "$_decant_value") ;;
      hint=*) DECANT_HINT=$(_decant_decode "$_decant_value") ;;
      id=*) DECANT_ID=$(_decant_decode "$_decant_value") ;;
    esac
  done
}

# Percent-encodes every byte if any needs it.
_decant_encode() {
  case $1 in
    *[!A-Za-z0-9/._-]*) printf %s "$1" | od -An -v -tx1 | tr -d ' \n' | sed 's/../%&/g' ;;
    *) printf %s "$1" ;;
  esac
}

# In the C locale, awk writes a number below 256 as that byte.
_decant_decode() {
  case $1 in
    *%*)
      printf '%s\n' "$1" | LC_ALL=C awk '{
        while ((i = index($0, "%")) > 0) {
          digits = toupper(substr($0, i + 1, 2))
          byte = 16 * (index("0123456789ABCDEF", substr(digits, 1, 1)) - 1)
          byte += index("0123456789ABCDEF", substr(digits, 2, 1)) - 1
          printf "%s%c", substr($0, 1, i - 1), byte
          $0 = substr($0, i + 3)
        }
        printf "%s", $0
      }'
      ;;
    *) printf %s "$1" ;;
  esac
}
