import DecantTestSupport
import Foundation
import Testing
import Decant

/// Python's `tomllib` reads TOML 1.0 only, so it also shows that no document needs TOML 1.1.
@Suite struct TOMLOracleTests {
  private static let tomllib = Oracle(
    description: "tomllib",
    command: [
      "python3", "-c",
      """
      import datetime, json, math, sys, tomllib
      def tagged(value):
          if isinstance(value, dict): return {key: tagged(item) for key, item in value.items()}
          if isinstance(value, list): return [tagged(item) for item in value]
          if isinstance(value, datetime.datetime):
              if value.tzinfo is None: return {'$localDateTime': value.isoformat()}
              return {'$date': value.astimezone(datetime.timezone.utc).isoformat()[:-6] + 'Z'}
          if isinstance(value, datetime.date): return {'$localDate': value.isoformat()}
          if isinstance(value, datetime.time): return {'$localTime': value.isoformat()}
          if isinstance(value, float) and not math.isfinite(value):
              return {'$real': 'nan' if math.isnan(value) else str(value)}
          return value
      data = sys.stdin.buffer.read()
      data = 0 if data == b'0' else tagged(tomllib.loads(data.decode()))
      sys.stdout.buffer.write(json.dumps(data, ensure_ascii=False).encode())
      """,
    ])

  private static let kinds: [RandomTaggedDocument.Kind] = [
    .boolean, .integer, .real, .nonFinite, .oddText, .date, .exactDate, .localTime,
  ]

  @Test(.enabled(if: tomllib.isInstalled), arguments: [WritingOptions(), .compactASCII])
  func whatIsWrittenIsReadByPython(options: WritingOptions) throws {
    for seed in Thoroughness.cases(of: UInt64(0)..<60) {
      let document = RandomTaggedDocument(seed: seed, size: 80, of: Self.kinds)
      var plan = Plan(to: .toml)
      plan.fidelity = .tagged
      plan.writing = options
      let written = try convert(Array(document.text.utf8), from: .json, by: plan)
      let story = String(decoding: written, as: UTF8.self)
      let answer = try #require(try Self.tomllib.run(written), "\(seed) \(story)")
      var reading = ReadingOptions()
      reading.readsTaggedForms = true
      // Digits beyond microseconds are lost in Python.
      let expected = Array(document.text.replacing("123456789123Z", with: "123456Z").utf8)
      #expect(try tagged(answer) == tagged(expected), "\(seed) \(story)")
    }
  }

  private func tagged(_ json: [UInt8]) throws -> Value {
    var plan = Plan.compact(.toml)
    plan.fidelity = .tagged
    return try Value(parsing: convert(json, from: .json, by: plan), as: .toml)
  }
}

extension WritingOptions {
  fileprivate static let compactASCII: WritingOptions = {
    var options = WritingOptions()
    options.indentation = .compact
    options.ascii = true
    return options
  }()
}
