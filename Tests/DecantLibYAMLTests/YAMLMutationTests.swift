import DecantLibYAML
import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore

/// Both parsers agree on typical documents, valid and invalid ones.
@Suite struct YAMLMutationTests {
  static let manifest = """
    # The entry of the shop.
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: shop
      labels: {app: shop, tier: "front end"}
    spec:
      replicas: 2
      template:
        spec:
          containers:
          - name: main
            image: registry.example.com/shop:1.4   # pinned
            args: ["--port=8080", '--name=it''s']
            env:
            - name: GREETING
              value: Grüße, 世界
            command:
              - sh
              - -c
              - |
                for i in 1 2; do
                  echo "$i: $HOME" # not a comment
                done
    ---
    kind: ConfigMap
    data: {a: 1,
      b: [x, "y"],
      }
    ...

    """

  static let workflow = """
    %YAML 1.2
    ---
    on:
      push: {branches: [main, 'release/**']}
      schedule:
        - cron: '0 4 * * 1'
    env: &env
      TOKEN: ${{ secrets.TOKEN }}
      EMPTY:
    jobs:
      test:
        runs-on: ${{ matrix.os }}
        strategy:
          matrix:
            os: [ubuntu-24.04, macos-15]
            include:
              - {os: ubuntu-24.04, flags: "--sanitize=\\"address\\"\\t"}
        steps:
          - uses: actions/checkout@v4
          - name: "Build: all"
            run: >-
              swift build
              --build-tests

                --verbose
          - env: {<<: *env, MODE: ci}
            run: |+
              echo done

    """

  static let playbook = """
    - hosts: all
      vars:
        paths:
          ? /etc
          : 0755
          ? [/var, /srv]
          : &mode 0700
      tasks:
      - name: write the file
        copy: src=a dest={{ path }}
        when: a is defined and
          b == "c"

          or d
        mode: *mode
      - !include tasks.yml
      - key:\t"tab"
        list: [one two
          three, {four: five}]
        time: 12:30:45
        text: "one \\
          two

          three"

    """

  static let kinds = [manifest, workflow, playbook].flatMap { text in
    [text, text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")]
  }

  static let files = [".github/workflows", "Samples/Data"].flatMap(Corpora.files(inPackage:))
    .filter { $0.path.hasSuffix(".yml") || $0.path.hasSuffix(".yaml") }

  @Test(arguments: kinds) func bothParsersReadEachKindTheSame(document: String) {
    let bytes = Array(document.utf8)
    let transcript = Transcript(reading: bytes, as: .yaml)
    #expect(transcript.error == nil)
    let difference = ParserComparison.difference(of: bytes)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: files) func bothParsersReadFilesOfThePackageTheSame(file: Corpora.File) {
    let difference = ParserComparison.difference(of: file.bytes)
    #expect(difference == nil, "\(difference ?? "")")
  }

  private static let originals = kinds.map { Array($0.utf8) } + files.map(\.bytes)

  private static func mutations(seed: Int, count: Int) -> [[UInt8]] {
    var generator = SeededGenerator(seed: UInt64(seed))
    return (0..<count).map { _ in
      var bytes = originals.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &generator) { alter(&bytes, using: &generator) }
      return bytes
    }
  }

  @Test(arguments: 0..<40) func bothParsersReadMistakesTheSame(seed: Int) {
    let rounds = ProcessInfo.processInfo.environment["DECANT_YAML_ROUNDS"].flatMap { Int($0) }
    for (index, bytes) in Self.mutations(seed: seed, count: rounds ?? 500).enumerated() {
      let isInPieces = index % 50 == 0
      if let difference = ParserComparison.difference(of: bytes, inPieces: isInPieces) {
        Issue.record("\(difference)")
        return
      }
    }
  }

  /// What libyaml accepts here, it accepts in PyYAML.
  @Test(.enabled(if: Oracle.pyYAMLByLibYAML.isInstalled))
  func libYAMLAcceptsWhatPyYAMLAccepts() throws {
    let texts = Self.mutations(seed: 40, count: 2000)
    let lines = texts.map {
      $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    let verdicts = try #require(
      try Oracle.libYAMLJudge.run(Array(lines.joined(separator: "\n").utf8)))
    var options = ReadingOptions()
    options.yamlParser = .libyaml
    options.yamlSchema = .failsafe
    options.duplicateKeys = .keep
    for (text, verdict) in zip(texts, verdicts) {
      let error = Transcript(reading: text, as: .yaml, options).error
      let problem = error?.problem.specific(DecantError.YAMLProblem.self)
      // An undefined alias ends the reading before libyaml's end.
      if case .undefinedAlias? = problem { continue }
      let isRefused = error != nil
      #expect(
        isRefused != (verdict == UInt8(ascii: "1")), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func alter(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let signs = Array(" \n\r:-#?,[]{}&*!|>'\"%@`\t\\0a\u{e9}".utf8)
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let sign = signs.randomElement(using: &generator) ?? 0x20
    switch Int.random(in: 0...4, using: &generator) {
    case 0: bytes[place] = sign
    case 1: bytes.insert(sign, at: place)
    case 2: bytes.remove(at: place)
    case 3:
      let end = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      bytes.removeSubrange(place..<end)
    default:
      guard let lineEnd = bytes[place...].firstIndex(of: 0x0A) else { return }
      bytes.insert(contentsOf: [0x20, 0x20], at: lineEnd + 1)
    }
  }
}
