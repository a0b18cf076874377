internal import DecantCore
internal import DecantPropertyList
internal import DecantJSON

enum PlutilFormat: Equatable {
  case xml, binary, json
  /// A scalar as text, the keys of a dictionary, or the count of an array.
  case raw
  case type
  /// The OpenStep notation, which only edits of a file in it can write.
  case openStep

  static func named(_ name: String) throws(PlutilError) -> PlutilFormat? {
    switch name {
    case "xml1": return .xml
    case "binary1": return .binary
    case "json": return .json
    case "raw": return .raw
    case "type": return .type
    case "openStep": return .openStep
    case "NoConversion": return nil
    case "swift", "objc": throw PlutilError("Conversion to \(name) is not supported")
    default: throw PlutilError("Unknown format specifier: \(name)")
    }
  }

  static func of(_ format: Format) -> PlutilFormat {
    let known: [(Format, PlutilFormat)] = [
      (.json, .json), (.xmlPropertyList, .xml), (.binaryPropertyList, .binary),
    ]
    return known.first { $0.0.name == format.name }?.1 ?? .openStep
  }

  var isText: Bool { self == .raw || self == .type }
}

enum PlutilType: String {
  case boolean = "bool"
  case integer, float, string, array, dictionary, date, data
  /// A null of JSON, a local time of TOML, or a reference of a keyed archive.
  case other = "(any)"

  init(of value: Value) {
    self =
      switch value {
      case .bool: .boolean
      case .number(let number): number.isInteger ? .integer : .float
      case .string: .string
      case .sequence: .array
      case .mapping: .dictionary
      case .date: .date
      case .data: .data
      case .null, .localTime, .uid: .other
      }
  }
}
