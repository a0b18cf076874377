import Foundation

/// Another program, whose results are compared with decant's.
public struct Oracle: Sendable, CustomStringConvertible {
  public let description: String
  let command: [String]

  public init(description: String, command: [String]) {
    self.description = description
    self.command = command
  }

  /// Python's `json`: writes compact JSON with unchanged numbers.
  public static let python = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import json, re, sys
      def keep(text):
          return '\\1N' + text
      data = json.loads(sys.stdin.buffer.read(), parse_float=keep, parse_int=keep)
      text = json.dumps(data, ensure_ascii=False, separators=(',', ':'))
      sys.stdout.buffer.write(re.sub(r'"\\\\u0001N([-+.0-9eE]+)"', r'\\1', text).encode())
      """,
    ])

  public static let jq = Oracle(description: "jq", command: ["jq", "-c", "."])
  public static let gojq = Oracle(description: "gojq", command: ["gojq", "-c", "."])

  /// Python's `json` with decant's rules: reads documents in hexadecimal, one per line; writes `1`
  /// for valid ones, else `0`.
  public static let pythonJudge = Oracle(
    description: "python3",
    command: [
      "python3", "-c",
      """
      import json, sys
      def refuse(_): raise ValueError
      def pairs(pairs):
          if len(dict(pairs)) != len(pairs): raise ValueError
          return pairs
      for line in sys.stdin:
          try:
              data = json.loads(
                  bytes.fromhex(line).decode('utf-8-sig'), parse_constant=refuse,
                  parse_int=str, parse_float=str, object_pairs_hook=pairs)
              json.dumps(data, ensure_ascii=False).encode()
              print(1, end='')
          except (ValueError, RecursionError):
              print(0, end='')
      """,
    ])

  /// PyYAML, with the types of YAML 1.1: writes each document as compact ASCII JSON, one per line.
  public static let pyYAML = Oracle.pyYAML("SafeLoader")

  public static let pyYAMLByLibYAML = Oracle.pyYAML("CSafeLoader")

  private static func pyYAML(_ loader: String) -> Oracle {
    Oracle(
      description: "PyYAML's \(loader)",
      command: [
        "python3", "-c",
        """
        import json, sys, yaml
        text = sys.stdin.buffer.read()
        for document in yaml.load_all(text, Loader=yaml.\(loader)):
            print(json.dumps(document, separators=(',', ':')))
        """,
      ])
  }

  /// PyYAML's parser: reads streams in hexadecimal, one per line; writes `1` for valid ones, else `0`.
  public static let pyYAMLJudge = yamlJudge("PyYAML", "import yaml; parse = yaml.parse")

  /// Judges like `pyYAMLJudge` by libyaml.
  public static let libYAMLJudge = yamlJudge(
    "libyaml", "import yaml; parse = lambda text: yaml.parse(text, Loader=yaml.CLoader)")

  /// Judges like `pyYAMLJudge` with ruamel.yaml, which reads YAML 1.2.
  public static let ruamelJudge = yamlJudge(
    "ruamel.yaml", "import ruamel.yaml; parse = ruamel.yaml.YAML(typ='safe', pure=True).parse")

  private static func yamlJudge(_ name: String, _ setUp: String) -> Oracle {
    Oracle(
      description: name,
      command: [
        "python3", "-c",
        """
        import sys
        \(setUp)
        for line in sys.stdin:
            try:
                for event in parse(bytes.fromhex(line)): pass
                print(1, end='')
            except Exception:
                print(0, end='')
        """,
      ])
  }

  /// Python's `plistlib`: reads a property list and writes it as JSON.
  public static let plistlib = Oracle(
    description: "plistlib",
    command: [
      "python3", "-c",
      """
      import json, plistlib, sys
      data = sys.stdin.buffer.read()
      data = 0 if data == b'0' else plistlib.loads(data)
      sys.stdout.buffer.write(json.dumps(data, ensure_ascii=False).encode())
      """,
    ])

  /// Python's `plistlib`: reads JSON and writes it as an XML property list.
  public static let plistlibWriter = Oracle(
    description: "plistlib",
    command: [
      "python3", "-c",
      """
      import json, plistlib, sys
      data = sys.stdin.buffer.read()
      written = data if data == b'0' else plistlib.dumps(json.loads(data), sort_keys=False)
      sys.stdout.buffer.write(written)
      """,
    ])

  /// Python's `plistlib`: reads JSON and writes it as a binary property list.
  public static let plistlibBinaryWriter = plistlibBinary(reading: "json")

  /// Python's `plistlib`: reads a property list and writes it as a binary one.
  public static let plistlibBinaryRewriter = plistlibBinary(reading: "plistlib")

  private static func plistlibBinary(reading module: String) -> Oracle {
    Oracle(
      description: "plistlib",
      command: [
        "python3", "-c",
        """
        import json, plistlib, sys
        data = sys.stdin.buffer.read()
        written = data if data == b'0' else plistlib.dumps(
            \(module).loads(data), fmt=plistlib.FMT_BINARY, sort_keys=False)
        sys.stdout.buffer.write(written)
        """,
      ])
  }

  /// `bpylist2`: reads a keyed archive of plain data and writes it as JSON.
  public static let bpylist2 = Oracle(
    description: "bpylist2",
    command: [
      "python3", "-c",
      """
      import json, sys
      from bpylist2 import archiver
      data = sys.stdin.buffer.read()
      sys.stdout.write('0' if data == b'0' else json.dumps(archiver.unarchive(data)))
      """,
    ])

  /// Swift's `plutil`: reads a property list and writes it as XML.
  public static let plutil = Oracle(
    description: "plutil",
    command: [
      "sh", "-c",
      """
      command -v plutil >/dev/null || exit 1
      file=$(mktemp) && cat >"$file" || exit 1
      if [ "$(cat "$file")" = 0 ]; then printf 0; rm "$file"; exit 0; fi
      plutil -convert xml1 -o - "$file"
      status=$?
      rm "$file"
      exit $status
      """,
    ])

  /// Perl's YAML::PP, with the types of YAML 1.2 and its own parser; it writes like `pyYAML`.
  public static let perlYAML = Oracle(
    description: "Perl's YAML::PP",
    command: [
      "perl", "-e",
      #"""
      use strict; use warnings; use JSON::PP; use YAML::PP;
      my $json = JSON::PP->new->ascii->allow_nonref;
      local $/;
      my $text = <STDIN>;
      utf8::decode($text);
      for my $document (YAML::PP->new(boolean => 'JSON::PP')->load_string($text)) {
        (my $line = $json->encode($document)) =~ s/\x7f/\\u007f/g;
        print $line, "\n";
      }
      """#,
    ])

  /// Ruby's Psych, with types similar to YAML 1.1; it writes like `pyYAML`.
  public static let psych = Oracle(
    description: "Ruby's Psych",
    command: [
      "ruby", "-e",
      #"""
      require 'json'
      require 'psych'
      Psych.load_stream(STDIN.read) do |document|
        puts JSON.generate(document, ascii_only: true).gsub("\x7f", '\\\\u007f')
      end
      """#,
    ])

  /// Whether the program is installed; prints a message if not.
  public var isInstalled: Bool {
    let answer = try? run(Array("0".utf8))
    let found = answer?.first == UInt8(ascii: "0")
    if !found { print("not at hand: \(self)") }
    return found
  }

  /// Returns the output of the program for `input`; nil if it fails.
  public func run(_ input: [UInt8]) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("decant-oracle-\(UUID().uuidString)")
    try Data(input).write(to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    process.standardInput = try FileHandle(forReadingFrom: folder)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? Array(bytes) : nil
  }
}
