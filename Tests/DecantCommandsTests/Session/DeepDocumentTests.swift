import DecantTestSupport
import Foundation
import Testing

/// Every verb on documents that are as deep as the limit allows, on small stacks: a result or an error, but no signal.
///
/// Threads have stacks of 512 KB on Apple's systems; half of that leaves room for the caller.
@Suite struct DeepDocumentTests {
  enum Kind: String, CaseIterable { case mappings, sequences, both }

  struct Case: CustomTestStringConvertible, Sendable {
    let kind: Kind
    let format: String
    let stack: Int
    let depth: Int

    var testDescription: String { "\(kind) \(format) \(stack) \(depth)" }
  }

  private static let formats = [
    "json", "yaml", "binary1", "xml1", "toml", "cbor", "msgpack", "openstep", "json5", "jsonl",
    "keyedarchive",
  ]

  private static func cases(_ stacks: [Int], depth: Int) -> [Case] {
    formats.flatMap { format in
      stacks.flatMap { stack in
        Kind.allCases.reversed().map {
          Case(kind: $0, format: format, stack: stack, depth: depth)
        }
      }
    }
  }

  /// The commands for an old and a new version of a deep document, and for one with hardly anything.
  private static let commands = [
    "-c -t json OLD", "-c OLD", "-c -S OLD", "-c -t json --tagged OLD",
    "-c -t json --key-style snake OLD",
    "-c -t cbor OLD", "-c -t xml1 OLD", "-c -t openstep OLD", "-c -t keyedarchive OLD",
    "-c -t toml OLD",
    "check OLD", "check -t xml1 OLD", "check --schema schema OLD", "types OLD",
    "migrate -n -c -t json OLD",
    "archive -c --type T -t json OLD", "get /a OLD", "get --length /**/a OLD",
    "get -c -t json . OLD",
    "diff OLD NEW", "diff OLD FEW", "diff FEW OLD", "diff --order all OLD NEW",
    "diff --order none OLD NEW",
    "diff --order none OLD FEW", "diff --tolerance 0.1 OLD NEW", "diff --format patch OLD NEW",
    "diff --format patch FEW OLD", "merge OLD NEW OLD", "merge OLD NEW FEW", "merge FEW NEW OLD",
    "edit -n --sync NEW OLD", "edit -n --sync FEW OLD", "edit -n --sync OLD FEW",
    "edit -n --sync NEW --remove-unknown OLD", "edit -n --merge NEW OLD", "edit -n --merge FEW OLD",
    "edit -n --merge OLD FEW", "edit -n --add-missing NEW OLD", "edit -n --add-missing OLD FEW",
    "edit -n --delete /**/x OLD", "edit -n --delete /a OLD", "edit -n --delete PATH OLD",
    "edit -n --set PATH 5 OLD", "edit -n --set-json /b @NEW.json FEW",
    "edit -n --set /**/a/b 1 OLD",
    "edit -n --rename /**/a b OLD", "edit -n --move /a /b OLD", "edit -n --copy . /b OLD",
    "edit -n --test . 1 OLD", "edit -n --comment /**/a text OLD",
    "edit -n --delete-comments /a OLD",
  ]

  /// The commands whose time and output are not the square of the depth, as paths to each place and indentation are.
  private static let quickCommands = [
    "diff OLD NEW", "diff OLD FEW", "diff --order none OLD NEW", "edit -n --sync FEW OLD",
    "edit -n --merge NEW OLD", "edit -n --delete /a OLD", "edit -n --set-json /b @NEW.json FEW",
    "edit -n --copy . /b OLD", "edit -n --test . 1 OLD",
  ]

  private static func document(_ kind: Kind, _ depth: Int, _ leaf: String) -> String {
    let (open, close, levels) =
      switch kind {
      case .mappings: (#"{"a":"#, "}", depth)
      case .sequences: ("[", "]", depth)
      case .both: (#"{"a":["#, "]}", depth / 2)
      }
    return String(repeating: open, count: levels) + leaf + String(repeating: close, count: levels)
  }

  private func statusesAreClear(_ test: Case, _ commands: [String]) throws {
    let scratch = try Scratch()
    let (format, depth) = (test.format, test.depth)
    try scratch.write(Self.document(test.kind, depth, "1"), to: "OLD.json")
    try scratch.write(Self.document(test.kind, depth, "2"), to: "NEW.json")
    try scratch.write(test.kind == .sequences ? "[]" : #"{"b":1}"#, to: "FEW.json")
    try scratch.write(
      ##"{"additionalProperties":{"$ref":"#"},"items":{"$ref":"#"}}"##, to: "schema.json")
    let limit = depth > 1000 ? "--max-depth \(depth + 10)" : ""
    // Flow collections of YAML: in block style, the indentation would be longer than all else.
    let conversion =
      format == "yaml"
      ? "cp $file.json $file.yaml" : "decant -c $limit -t \(format) $file.json -o $file.\(format)"
    let path = String(
      repeating: test.kind == .mappings ? "/a" : test.kind == .sequences ? "/0" : "/a/0",
      count: test.kind == .both ? depth / 2 : depth)
    let lines = commands.map { command in
      var words = command.replacing("@NEW.json", with: "@\u{1}").replacing("PATH", with: path)
      for file in ["OLD", "NEW", "FEW"] {
        words = words.replacing(file, with: "\(file).\(format)")
      }
      words = words.replacing("@\u{1}", with: "@NEW.json").replacing(
        "schema ", with: "schema.json ")
      return "decant \(words) $limit </dev/null >/dev/null 2>errors; report $? '\(command)'"
    }
    try scratch.write(
      """
      set -f
      limit='\(limit)'
      report() {
        case $1 in 0 | 1) ;; 64 | 65) test -s errors || echo "$1 $2: no message" ;; *) echo "$1 $2" ;; esac
      }
      for file in OLD NEW FEW; do
        \(format == "json" ? ":" : conversion) 2>errors || { grep -q error: errors || echo "$file $?"; exit; }
      done
      ulimit -s \(test.stack)
      \(lines.joined(separator: "\n"))
      """, to: "script")
    let run = try scratch.shell("sh ./script")
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
  }

  private static let usual = cases([256, 512], depth: 990)

  /// Without optimization, `--sync` takes five seconds each.
  @Test(arguments: Thoroughness.isFull ? usual : Array(usual.prefix(3)))
  func commandsReturnAStatus(_ test: Case) throws {
    try statusesAreClear(
      test, Self.commands.filter { Thoroughness.isFull || !$0.contains("--sync") })
  }

  @Test(
    .enabled(if: Thoroughness.isFull),
    arguments: cases([256, 8192], depth: 100_000).filter { $0.format == "json" })
  func commandsReturnAStatusWithManyLevels(_ test: Case) throws {
    try statusesAreClear(test, Self.quickCommands)
  }
}
