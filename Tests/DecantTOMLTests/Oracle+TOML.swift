import DecantTestSupport
import Testing
import Decant

extension Oracle {
  /// Reads documents in hexadecimal, one per line, and writes each as tagged JSON, or `"invalid"`.
  static let tomlValues = Oracle(
    description: "tomllib",
    command: [
      "python3", "-c",
      """
      import datetime, json, math, sys, tomllib
      def tagged(value):
          if isinstance(value, dict): return {key: tagged(item) for key, item in value.items()}
          if isinstance(value, list): return [tagged(item) for item in value]
          if isinstance(value, datetime.datetime):
              if value.tzinfo is None: return 'local ' + value.isoformat()
              return 'date ' + value.astimezone(datetime.timezone.utc).isoformat()
          if isinstance(value, (datetime.date, datetime.time)): return 'local ' + value.isoformat()
          if isinstance(value, float):
              return str(value) if math.isfinite(value) else 'nan' if math.isnan(value) else str(value)
          if isinstance(value, int) and not isinstance(value, bool): return 'integer ' + str(value)
          return value
      for line in sys.stdin:
          if line.strip() == '0':
              print(0)
              continue
          try:
              data = tagged(tomllib.loads(bytes.fromhex(line).decode()))
          except (ValueError, OverflowError):
              data = 'invalid'
          print(json.dumps(data))
      """,
    ])

  /// What `tagged` in Python makes of a value.
  static func tagged(_ value: Value) -> Value {
    switch value {
    case .sequence(let elements): return .sequence(elements.map(tagged))
    case .mapping(let mapping):
      return .mapping(Mapping(mapping.map { ($0.key, tagged($0.value)) }))
    case .number(let number):
      if number.isInteger, let integer = number.int { return .string("integer \(integer)") }
      return .string(number.double?.pythonText ?? "")
    case .date(let date):
      return .string("date " + "\(date)".replacing("Z", with: "+00:00"))
    case .localTime(let time): return .string("local \(time)")
    default: return value
    }
  }

  /// What `tomllib` reads in each of the documents, as `tagged` has it; "invalid" if it refuses one.
  static func tomlValues(of documents: [[UInt8]]) throws -> [Value] {
    let lines = documents.map { hexDigits($0) + "\n" }
    let output = try tomlValues.run(Array(lines.joined().utf8))
    let answers = String(decoding: try #require(output), as: UTF8.self).split(separator: "\n")
    try #require(answers.count == documents.count)
    return try answers.map { try Value(parsing: String($0), as: .json) }
  }
}

extension Double {
  fileprivate var pythonText: String {
    isNaN ? "nan" : isInfinite ? (self < 0 ? "-inf" : "inf") : description
  }
}
