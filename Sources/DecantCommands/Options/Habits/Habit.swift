/// Words and options of other tools that users type by habit, and what decant has in their place.
enum Habit {
  /// What can be typed in place of an option that a verb lacks: options, and sentences.
  static func options(for name: String) -> [String] { meanings(of: name, in: options) }

  /// Returns the words in place of a first word that is not a verb: a verb, or none, and options.
  static func words(for word: String) -> [String]? {
    meanings(of: word, in: words).first?.split(separator: " ").map(String.init)
  }

  /// Returns the option, or the tag of YAML, in place of a word for a type, which plutil and defaults have before a value.
  static func valueForm(for word: String) -> String? { meanings(of: word, in: types).first }

  private static func meanings(of word: String, in table: String) -> [String] {
    table.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts[1].split(separator: " ").contains { $0 == word } ? String(parts[0]) : nil
    }
  }

  static let options = """
    -t json: j json to-json json-output
    -t yaml: y yaml to-yaml yaml-output
    -t toml: toml to-toml
    -t plist: xml plist to-plist
    --format patch: json json-patch
    --error-format json: json
    -c: m minify minified
    --indent tab: tab tabs use-tabs
    --indent N: I spaces
    -i: inplace write
    --sort-keys: sort
    --version: V
    '-i.bak' keeps the old file, which 'git restore' brings back if it is committed: undo backup
    --slurp: s
    --color always: C color-output
    --color never: M no-color monochrome monochrome-output
    --set: add put replace update assign
    --set-string: string
    --set-date: date
    --set-data: data
    --key-style: keys
    --schema: from-schema
    --output: out
    --aliases keep: unshare
    --aliases change: shared
    --on-error stop: fail-fast
    --on-error skip=N: max-errors
    --order all: ordered
    --order none: unordered ignore-order ignore-list-order
    --max-payload N: max-request-bytes max-reply-bytes
    '--sort PATH=KEY' sorts by a key: sort-by
    'decant help licenses' prints them: licenses
    a file with marks is the only operand: solve
    --schema-version: schema
    --json-layout foundation: json-slashes
    a text that is a URL is a 'String'; in the types that are printed, 'URL' can take its place: urls
    --delete: remove rm del
    output is indented by default: p P pretty pretty-print prettyPrint
    '-f' names the format of the input, '-t' that of the output: formt format input-format output-format
    'decant -t FORMAT FILE' converts: t to
    'decant -S FILE' sorts keys: S sort-keys
    'decant check FILE' checks: check lint validate
    'decant get PATH FILE' prints a value: get query
    """

  private static let types = """
    !!str: -string
    !!timestamp: -date
    !!binary: -data
    --value: -bool -boolean -int -integer -float -real -json -xml -array -array-add -dict -dict-add -dictionary
    """

  private static let words = """
    get: e eval query q select jq yq extract read
    get --keys: keys
    get --length: length
    get --paths: paths flatten gron
    check: lint validate verify
    diff: cmp compare
    edit --set: add assign put replace set update
    edit --insert: insert
    edit --append: append
    edit --delete: del delete remove rm unset
    edit --rename: rename
    edit --move: move mv
    edit --copy: copy cp
    types: infer quicktype
    --version: version
    --slurp: slurp
    --split: split
    -c: compact minify
    -S: sort
    -t: as conv convert export to
     : . beautify cat fmt format prettify pretty print show
    """
}
