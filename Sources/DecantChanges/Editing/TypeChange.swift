public import DecantCore

/// Values that an edit replaced by values of another type: `the string "42" became the integer 43`.
///
/// A number that became another number, and a null that became anything, have kept their type.
public struct TypeChange: Sendable, Hashable {
  /// The path of the first value in its document.
  public let path: DocumentPath
  /// The number of values with these types.
  public internal(set) var count = 1
  /// Whether the old values were strings, and the new ones are not.
  public var isOfText: Bool { old.type == .string }

  let old: Side
  let new: Side

  /// A value, of which only the type counts in a comparison.
  struct Side: Sendable, Hashable {
    let type: ValueType
    /// The text of a scalar that shows it.
    let text: String?
  }

  /// A type by its name.
  enum ValueType: String {
    case null, boolean, integer, number, string, date, reference, sequence, mapping
    case localDate = "local date"
    case localTime = "local time"
    case localDateTime = "local date and time"
    case data = "binary value"
  }

  /// What happened, such as `the string "42" became the integer 43` or `3 strings became integers`.
  public var message: String {
    count == 1
      ? "\(old.definite) became \(new.text == nil ? new.type.indefinite : new.definite)"
      : "\(count) \(old.type.plural) became \(new.type.plural)"
  }
}

extension TypeChange {
  /// Compares a node with the value that replaces it; nil if both have the same type.
  init?(from old: Document.Node, to new: Document.Node, at path: @autoclosure () -> DocumentPath) {
    let (old, new) = (Side(old), Side(new))
    guard old.type != new.type, old.type != .null, !(old.type.isNumber && new.type.isNumber)
    else { return nil }
    self.old = old
    self.new = new
    self.path = path()
  }
}

extension [TypeChange] {
  /// Adds a change, or counts it if there is one with the same two types.
  mutating func count(_ change: TypeChange) {
    let index = firstIndex { $0.old.type == change.old.type && $0.new.type == change.new.type }
    if let index { self[index].count += 1 } else { append(change) }
  }
}

extension TypeChange.Side {
  init(_ node: Document.Node) {
    text =
      switch node.kind {
      case .true, .false: node.kind.word
      case .string, .integer, .real, .date, .localTime, .uid: node.text
      default: nil
      }
    type =
      switch node.kind {
      case .null: .null
      case .true, .false: .boolean
      case .integer: .integer
      case .real: .number
      case .date: .date
      case .localTime:
        switch LocalTime.Kind(of: (node.text ?? "").utf8) {
        case .date: .localDate
        case .time: .localTime
        case .dateTime: .localDateTime
        }
      case .data: .data
      case .uid: .reference
      case .beginSequence: .sequence
      case .beginMapping: .mapping
      default: .string
      }
  }

  fileprivate var definite: String {
    guard let shown = text?.visible(limit: 64) else { return "the \(type.rawValue)" }
    return "the \(type.rawValue) \(type == .string ? "\"\(shown)\"" : shown)"
  }
}

extension TypeChange.ValueType {
  var isNumber: Bool { self == .integer || self == .number }

  fileprivate var indefinite: String { self == .null ? "null" : "a \(rawValue)" }

  fileprivate var plural: String {
    self == .localDateTime ? "local dates and times" : rawValue + "s"
  }
}
