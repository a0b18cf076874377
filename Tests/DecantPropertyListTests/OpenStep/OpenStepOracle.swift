import Foundation
import Decant

enum OpenStepOracle {
  static func value(_ bytes: [UInt8]) throws -> Value {
    // SAFETY: no format is asked for, so no pointer is passed.
    try unsafe value(of: PropertyListSerialization.propertyList(from: Data(bytes), format: nil))
  }

  private static func value(of propertyList: Any) throws -> Value {
    switch propertyList {
    case let text as String:
      return .string(text)
    case let data as Data:
      return .data([UInt8](data))
    case let array as [Any]:
      return .sequence(try array.map(value))
    case let dictionary as [String: Any]:
      return .mapping(Mapping(try dictionary.map { (.string($0.key), try value(of: $0.value)) }))
    default:
      throw DecantError(.other("no kind of property list", hint: nil))
    }
  }
}
