internal import DecantCore
internal import DecantConversion
internal import DecantPropertyList
internal import DecantJSON

enum PlutilOperand {
  typealias Parser = (String) throws(PlutilError) -> Value

  static func parser(of option: String) throws(PlutilError) -> Parser {
    switch option {
    case "-bool": bool
    case "-integer": integer
    case "-float": float
    case "-string": string
    case "-date": date
    case "-data": data
    case "-xml": xml
    case "-json": json
    default: throw PlutilError("Unknown insert or replace type \(option)")
    }
  }

  private static func bool(_ text: String) throws(PlutilError) -> Value {
    .bool(["yes", "true"].contains(text.lowercased()))
  }

  private static func integer(_ text: String) throws(PlutilError) -> Value {
    if let value = Int64(text) { return .number(Number(value)) }
    if let value = UInt64(text) { return .number(Number(value)) }
    throw PlutilError("Invalid 64 bit integer: \(text)")
  }

  /// Keeps the digits, and marks an integer as a real.
  private static func float(_ text: String) throws(PlutilError) -> Value {
    if let number = Number(text), number.isFinite {
      return .number(number.isInteger ? Number(text + ".0") ?? number : number)
    }
    guard let value = Double(text) else { throw PlutilError("Invalid 64 bit float: \(text)") }
    return .number(Number(value))
  }

  private static func string(_ text: String) throws(PlutilError) -> Value { .string(text) }

  private static func date(_ text: String) throws(PlutilError) -> Value {
    guard let date = Timestamp(text), date.nanoseconds == 0 else {
      throw PlutilError("Invalid date, such as 2001-12-31T23:59:59Z: \(text)")
    }
    return .date(date)
  }

  private static func data(_ text: String) throws(PlutilError) -> Value {
    let digits = text.unicodeScalars.filter {
      $0.isASCII
        && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || "+/=".unicodeScalars.contains($0))
    }
    let content = String(String.UnicodeScalarView(digits))
    do throws(DecantError) {
      return try Value(parsing: "<plist><data>\(content)</data></plist>", as: .xmlPropertyList)
    } catch {
      throw PlutilError("Invalid base64 data in argument")
    }
  }

  private static func xml(_ text: String) throws(PlutilError) -> Value {
    try mappingError(
      { (error: DecantError) in PlutilError("Unable to parse xml property list", error) },
      try Value(parsing: text, as: .xmlPropertyList))
  }

  private static func json(_ text: String) throws(PlutilError) -> Value {
    try mappingError(
      { (error: DecantError) in PlutilError("Unable to parse JSON", error) },
      try Value(parsing: text, as: .json))
  }
}
